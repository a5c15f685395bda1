/// What of a packet is no property by its name, but may tell anything.
extension XMPDocument {
  /// Something of a packet that is no property.
  struct Aside {
    /// What it is.
    var what: String
    /// Where it stands.
    var range: Range<Int>
  }

  /// Comments, CDATA sections, instructions but those that mark a packet, a document type, and text
  /// outside the root elements.
  var asides: [Aside] {
    comments.map { Aside(what: "comment", range: $0) }
      + sections.map { Aside(what: "CDATA section", range: $0) }
      + instructions.filter { !isMark($0) }.map {
        Aside(what: "processing instruction", range: $0)
      }
      + textOutsideRoots.map { Aside(what: "text outside the root", range: $0) }
  }

  /// Whether an instruction is one of those around every packet, and says no more than they do (XMP part
  /// 1, 7.3.2), or the declaration of XML.
  private func isMark(_ range: Range<Int>) -> Bool {
    let text = bytes[range]
    let names = ["<?xpacket begin=", "<?xpacket end=", "<?xml version="]
    return range.count <= Self.longestMark && names.contains { text.starts(with: $0.utf8) }
      && PrivateWords.first(in: text) == nil
  }

  private static let longestMark = 120

  /// Runs of text before, between and after the root elements, without white space at their start.
  private var textOutsideRoots: [Range<Int>] {
    let roots = elements.filter { $0.parent == nil }.map(\.extent)
    var found: [Range<Int>] = []
    var start = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    let passed = (roots + comments + sections + instructions).sorted {
      $0.lowerBound < $1.lowerBound
    }
    for range in passed + [bytes.count..<bytes.count] where range.upperBound >= start {
      if start < range.lowerBound,
        let first = bytes[start..<range.lowerBound].firstIndex(where: { !XMPScanner.isSpace($0) })
      {
        found.append(first..<range.lowerBound)
      }
      start = range.upperBound
    }
    return found
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// A text that speaks of something private.
  struct SpokenText {
    /// The name of the element or the attribute.
    var name: String
    /// By which word it gives itself away.
    var word: PrivateWords.Word
    /// Where the element or the attribute stands.
    var extent: Range<Int>
  }

  /// The elements without others inside, and the properties in attributes, whose text speaks of a
  /// place, a device or an owner; of rights it may.
  var spokenTexts: [SpokenText] {
    var found: [SpokenText] = []
    func add(_ name: XMPName, _ value: Range<Int>, _ extent: Range<Int>) {
      guard let word = PrivateWords.first(in: bytes[value]) else { return }
      found.append(SpokenText(name: name.local, word: word, extent: extent))
    }
    var isAboutRights: [Bool] = []
    for element in elements {
      isAboutRights.append(
        element.parent.map { isAboutRights[$0] } == true || Self.isAboutRights(name(of: element)))
      for attribute in element.attributes where isProperty(attribute) {
        let name = name(of: attribute)
        if !Self.isAboutRights(name) { add(name, attribute.value, attribute.extent) }
      }
      if !element.hasChildren, !element.content.isEmpty, isAboutRights.last == false {
        add(name(of: element), element.content, element.extent)
      }
    }
    return found
  }

  /// Whether a property says whose the copyright is, and what that means.
  private static func isAboutRights(_ name: XMPName) -> Bool {
    [XMPNamespace.rights, XMPNamespace.plus].contains(name.namespace)
      || name == XMPName(XMPNamespace.dublinCore, "rights")
  }
}
