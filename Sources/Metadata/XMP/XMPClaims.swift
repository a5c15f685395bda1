/// What a packet claims of further pictures, videos and maps in its file.
package struct XMPClaims: OptionSet, Sendable, Hashable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// A gain map: `hdrgm:*`, Apple's `HDRGainMap:*`, and the items of a container that are one.
  package static let gainMap = XMPClaims(rawValue: 1)
  /// A video: `MotionPhoto*` and `MicroVideo*` of Google's and others' cameras, and the items that
  /// are one.
  package static let motionPhoto = XMPClaims(rawValue: 2)
  /// A depth map behind the picture: the device of Dynamic Depth, and the items that are one.
  package static let depthItem = XMPClaims(rawValue: 4)
  /// A depth map inside the packet itself, `GDepth:*`, and the sharp picture beside it, `GImage:*`.
  ///
  /// They stay true of the picture at any size, but not when it is turned.
  package static let depthMap = XMPClaims(rawValue: 8)
  /// All of them.
  package static let all: XMPClaims = [.gainMap, .motionPhoto, .depthItem, .depthMap]
}

extension XMPClaims {
  /// What a packet claims; nothing where it can't be read.
  package init(in packet: [UInt8]) {
    self = []
    guard let document = try? XMPDocument(packet) else { return }
    for name in document.allNames {
      if let claim = Self.claim(of: name) { insert(claim) }
    }
    for item in document.containerItems {
      formUnion(Self.semantics[item.semantic] ?? [])
    }
  }

  /// The packet without some claims; when nothing is claimed any more, without the container too.
  ///
  /// A packet that can't be read comes back as it is, with a warning; so does one that is a claim as a
  /// whole, of which nothing would be left.
  package func removed(from packet: [UInt8]) -> Warned<[UInt8]> {
    var isWhole = false
    let edited = XMPPatch.edited(packet) { document in
      let items = document.containerItems.filter {
        semantics(of: $0).isDisjoint(with: self) == false
      }
      var ranges = items.map(\.extent)
      let left = document.containerItems.contains {
        !semantics(of: $0).subtracting(self).isEmpty
      }
      ranges += document.extents { name in
        Self.claim(of: name).map(contains) ?? (!left && Self.directories.contains(name))
      }
      isWhole = document.elements.contains { $0.parent == nil && ranges.contains($0.extent) }
      return ranges.outermost.map { ByteEdit(range: $0) }
    }
    return isWhole ? Warned(packet, [.xmpDamaged]) : edited
  }

  private func semantics(of item: XMPDocument.ContainerItem) -> XMPClaims {
    Self.semantics[item.semantic] ?? []
  }

  /// What an item of a container is, by its `Item:Semantic`.
  private static let semantics: [String: XMPClaims] = [
    "GainMap": .gainMap, "RecoveryMap": .gainMap, "MotionPhoto": .motionPhoto,
    "Depth": .depthItem, "DepthMap": .depthItem, "Confidence": .depthItem,
  ]

  /// The lists of a container's items.
  static let directories = [
    XMPName(XMPNamespace.container, "Directory"), XMPName(XMPNamespace.depthContainer, "Directory"),
  ]

  /// What a property or field of this name claims; nil for nothing of the kind.
  private static func claim(of name: XMPName) -> XMPClaims? {
    switch name.namespace {
    case XMPNamespace.gainMap, XMPNamespace.appleGainMap: .gainMap
    case XMPNamespace.depthMap, XMPNamespace.originalImage: .depthMap
    case XMPNamespace.googleCamera, XMPNamespace.oplusCamera, XMPNamespace.xiaomiCamera:
      videos.contains(where: name.local.hasPrefix) ? .motionPhoto : nil
    case XMPNamespace.depthContainer, XMPNamespace.depthItem: nil
    default: name.namespace.hasPrefix(XMPNamespace.dynamicDepth) ? .depthItem : nil
    }
  }

  /// How names start that speak of a motion photo's video.
  private static let videos = ["MotionPhoto", "MicroVideo", "OLivePhoto", "VideoLength"]
}

extension XMPDocument {
  /// One item of a container, Google's list of what a file is made of.
  struct ContainerItem {
    /// What it is, such as `Primary` or `GainMap`.
    var semantic: String
    /// The `rdf:li` that holds it.
    var extent: Range<Int>
  }

  /// The items of the containers that the packet lists.
  var containerItems: [ContainerItem] {
    elements.indices.flatMap { index -> [ContainerItem] in
      let element = elements[index]
      var semantics = element.attributes.filter { Self.isSemantic(name(of: $0)) }.map(\.value)
      if Self.isSemantic(name(of: element)) { semantics.append(element.content) }
      guard !semantics.isEmpty, let item = listItem(around: index) else { return [] }
      return semantics.map { ContainerItem(semantic: text($0), extent: elements[item].extent) }
    }
  }

  private static func isSemantic(_ name: XMPName) -> Bool {
    name.local == "Semantic"
      && [XMPNamespace.containerItem, XMPNamespace.depthItem].contains(name.namespace)
  }

  /// The index of the nearest `rdf:li` around an element.
  private func listItem(around index: Int) -> Int? {
    var next: Int? = index
    while let index = next {
      if name(of: elements[index]) == XMPName(XMPNamespace.rdf, "li") { return index }
      next = elements[index].parent
    }
    return nil
  }

  /// The names of all elements and of all attributes that are no syntax.
  var allNames: [XMPName] {
    elements.flatMap { element in
      [name(of: element)] + element.attributes.filter(isProperty).map(name(of:))
    }
  }

  /// Where the elements and attributes with some names stand, nested ones too.
  func extents(where matches: (XMPName) -> Bool) -> [Range<Int>] {
    elements.flatMap { element -> [Range<Int>] in
      let attributes = element.attributes.filter { isProperty($0) && matches(name(of: $0)) }
      return (matches(name(of: element)) ? [element.extent] : []) + attributes.map(\.extent)
    }
  }
}

extension [Range<Int>] {
  /// The ranges that lie in no other one, in order.
  var outermost: [Range<Int>] {
    let ordered = sorted {
      ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound)
    }
    return ordered.reduce(into: []) { kept, range in
      if let last = kept.last, last.upperBound >= range.upperBound { return }
      kept.append(range)
    }
  }
}
