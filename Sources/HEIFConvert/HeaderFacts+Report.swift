internal import Formats
internal import ImgtoolKit
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
  func marks(name: FilePath) -> [Message] {
    var marks: [Message] = []
    if hasAlpha { marks.append("alpha") }
    if hasGainMap { marks.append("gain map") }
    if !kind.extensionMatches(name), let found = name.pathExtension {
      marks.append("named .\(found)")
    }
    if state != .sound { marks.append(Message(state.rawValue)) }
    return marks
  }

  /// Adds what both reports tell of a file, numbers as numbers.
  func add(to object: inout JSONObject, path: FilePath) {
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
    object.add("gain_map", .bool(hasGainMap))
    object.add("icc", .bool(hasICC))
  }
}
