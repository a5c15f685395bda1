import Formats

/// One image resource of Photoshop, such as the IPTC block of a JPEG's APP13.
///
/// (Adobe Photoshop File Formats Specification, "Image Resource Blocks".)
package struct PhotoshopResource: Sendable, Equatable {
  /// The four characters before it, `8BIM` for all but a few old ones.
  package var signature: [UInt8] = [UInt8](text: "8BIM")
  /// Which resource it is.
  package var identifier: UInt16
  /// Its name, at most 255 bytes, mostly empty.
  package var name: [UInt8] = []
  /// What it holds.
  package var data: [UInt8]

  /// A resource without a name.
  package init(_ identifier: UInt16, _ data: [UInt8]) {
    self.identifier = identifier
    self.data = data
  }

  /// Numbers of resources that are treated here.
  package enum Identifier {
    /// The resolution at which the picture is to be printed.
    package static let resolution: UInt16 = 0x03ED
    /// The IPTC data sets.
    package static let iptc: UInt16 = 0x0404
    /// A thumbnail, of Photoshop 4 and before.
    package static let oldThumbnail: UInt16 = 0x0409
    /// Whether the picture is under copyright.
    package static let copyrightFlag: UInt16 = 0x040A
    /// Where the copyright is explained.
    package static let copyrightURL: UInt16 = 0x040B
    /// A thumbnail, a JPEG.
    package static let thumbnail: UInt16 = 0x040C
    /// An EXIF block.
    package static let exif: UInt16 = 0x0422
    /// An XMP packet.
    package static let xmp: UInt16 = 0x0424
    /// The MD5 of the IPTC data sets.
    package static let iptcDigest: UInt16 = 0x0425
  }
}

extension PhotoshopResource {
  /// The signatures that stand before a resource.
  private static let signatures = ["8BIM", "PHUT", "AgHg", "DCSR", "MeSa"].map {
    [UInt8](text: $0)
  }

  /// The resources in a run of them, up to the first that is broken, which is warned of.
  static func parse(_ bytes: some Sequence<UInt8>) -> Warned<[PhotoshopResource]> {
    var found = Warned<[PhotoshopResource]>([])
    var reader = ByteReader(Array(bytes))
    while reader.remaining > 0 {
      guard let resource = next(&reader) else {
        // Writers pad the end.
        let left = reader.read(reader.remaining) ?? []
        if left.contains(where: { $0 != 0 }) { found.warn(.photoshopDamaged) }
        break
      }
      found.value.append(resource)
    }
    return found
  }

  private static func next(_ reader: inout ByteReader) -> PhotoshopResource? {
    let start = reader
    guard let signature = reader.read(4), signatures.contains(Array(signature)),
      let identifier = reader.read(UInt16.self), let length = reader.read(UInt8.self),
      let name = reader.read(Int(length)), reader.skip(length.isMultiple(of: 2) ? 1 : 0),
      let size = reader.read(UInt32.self), let data = reader.read(Int(size))
    else {
      reader = start
      return nil
    }
    // The padding of the last one may be missing.
    _ = reader.skip(size.isMultiple(of: 2) ? 0 : 1)
    var resource = PhotoshopResource(identifier, Array(data))
    resource.signature = Array(signature)
    resource.name = Array(name)
    return resource
  }

  /// The resource's bytes, padded to an even number.
  var bytes: [UInt8] {
    let name = name.prefix(255)
    var bytes = signature
    bytes.append(identifier, .big)
    bytes.append(UInt8(name.count))
    bytes += name
    if name.count.isMultiple(of: 2) { bytes.append(0) }
    bytes.append(UInt32(clamping: data.count), .big)
    bytes += data
    if !data.count.isMultiple(of: 2) { bytes.append(0) }
    return bytes
  }
}

extension PictureMetadata {
  /// All of Photoshop's resources as a run of them, IPTC first; nil where there are none.
  var photoshopBlock: [UInt8]? {
    var resources = photoshop
    if let iptc {
      resources.insert(PhotoshopResource(PhotoshopResource.Identifier.iptc, iptc), at: 0)
    }
    return resources.isEmpty ? nil : resources.flatMap(\.bytes)
  }

  /// Takes in a run of Photoshop's resources; the first IPTC block among them becomes `iptc`.
  ///
  /// Another one stays a resource: put together they would say some things twice.
  mutating func addPhotoshopBlock(_ bytes: some Sequence<UInt8>) -> [MetadataWarning] {
    let parsed = PhotoshopResource.parse(bytes)
    for resource in parsed.value {
      // The same block once more says nothing.
      if resource.identifier == PhotoshopResource.Identifier.iptc,
        iptc ?? resource.data == resource.data
      {
        iptc = resource.data
      } else {
        photoshop.append(resource)
      }
    }
    return parsed.warnings
  }
}
