internal import Formats
internal import ImgtoolKit
internal import Metadata
internal import Posix

extension HeaderFacts {
  /// How many pictures a viewer would list; nil for what holds none.
  var listedPictures: Int? {
    kind.imageFormat == nil ? nil : pictures
  }

  /// The size as displayed, `4032×3024`; nil where it isn't known.
  var sizeText: String? {
    displayedSize.isEmpty ? nil : "\(displayedSize.width)×\(displayedSize.height)"
  }

  /// `8 bits`; nil where it isn't known.
  var bitsText: String? {
    bitsPerSample.map { $0 == 1 ? "1 bit" : "\($0) bits" }
  }

  /// `3 pictures`, or frames where they follow each other in time; nil for one alone.
  var picturesText: String? {
    guard let count = listedPictures, count > 1 else { return nil }
    return "\(count) \(isAnimated ? "frames" : "pictures")"
  }

  /// What is worth a word only where it is so: transparency, a gain map, an extension that speaks of
  /// something else (`named .jpg`), damage.
  func marks(name: FilePath, _ gainMap: GainMapFacts?) -> [Message] {
    var marks: [Message] = []
    if hasAlpha { marks.append("alpha") }
    if hasGainMap { marks.append(gainMap?.mark ?? "gain map") }
    if !kind.extensionMatches(name), let found = name.pathExtension {
      marks.append("named .\(found)")
    }
    if state != .sound { marks.append(Message(state.rawValue)) }
    return marks
  }

  /// Adds what both reports tell of a file, numbers as numbers.
  func add(to object: inout JSONObject, path: FilePath, _ gainMap: GainMapFacts?) {
    object.add("kind", .text(Message(kind.name)))
    object.add("codec", codec.map { .text(Message($0)) })
    if !displayedSize.isEmpty {
      object.add("width", .integer(displayedSize.width))
      object.add("height", .integer(displayedSize.height))
    }
    object.add("bits", bitsPerSample.map { .integer($0) })
    object.add("images", listedPictures.map { .integer($0) })
    object.add("extension_matches", .bool(kind.extensionMatches(path)))
    // Of bytes that mean nothing, nothing can be missing.
    if kind != .empty, kind != .unknown { object.add("state", .text(Message(state.rawValue))) }
    guard kind.imageFormat != nil else { return }
    object.add("alpha", .bool(hasAlpha))
    object.add("animated", .bool(isAnimated))
    object.add("gain_map", hasGainMap ? .object((gainMap ?? GainMapFacts()).json) : .bool(false))
    object.add("icc", .bool(hasICC))
  }
}

extension GainMapFacts {
  /// `gain map 2016×1512 (apple, headroom 3.48)`, or what is wrong with it.
  fileprivate var mark: Message {
    let size = size.map { " \($0.width)×\($0.height)" } ?? ""
    if let flaw { return Message("gain map\(size) (\(flaw.rawValue))") }
    let words = [form?.rawValue, headroom.map { "headroom \(Self.hundredths($0))" }]
    let known = words.compactMap(\.self).joined(separator: ", ")
    return Message("gain map\(size)" + (known.isEmpty ? "" : " (\(known))"))
  }

  /// What is known of it by name.
  fileprivate var json: JSONObject {
    var object = JSONObject()
    object.add("form", form.map { .text(Message($0.rawValue)) })
    object.add("width", size.map { .integer($0.width) })
    object.add("height", size.map { .integer($0.height) })
    object.add("headroom", headroom.map { .number(Self.hundredths($0)) })
    object.add("flaw", flaw.map { .text(Message($0.rawValue)) })
    return object
  }

  private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
