@testable internal import Metadata

/// An EXIF block: patched, made shorter, and without what is private in it.
func exif(_ block: [UInt8]) {
  let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
  for thumbnails in [ThumbnailChange.kept, .dropped, .replaced(jpeg)] {
    let patched = EXIFPatch.makeTrue(block, width: 4000, height: 70_000, thumbnails: thumbnails)
    expect((patched.value?.count ?? 0) <= block.count, "a patched block is never longer")
  }
  if let thumbnail = EXIFPatch.thumbnail(in: block) {
    expect(0 <= thumbnail.lowerBound && thumbnail.upperBound <= block.count, "it lies in the block")
  }
  for limit in [0, 64, block.count - 1] {
    let fit = EXIFTrim.fit(block, limit: limit).value
    expect((fit?.count ?? 0) <= max(limit, 0), "a block is as short as is asked")
  }
  _ = CaptureFacts(exif: block)
  tellsNothing { $0.exif = block }
}

/// An XMP packet, or two of them with a byte of zero between: read, patched, joined, and made private.
func xmp(_ bytes: [UInt8]) {
  let parts = bytes.split(separator: 0, maxSplits: 1).map(Array.init)
  guard let packet = parts.first else { return }
  let isWhole = (try? XMPDocument(packet)) != nil
  let claims = XMPClaims(in: packet)
  let without = XMPClaims.all.removed(from: packet)
  for made in [without, XMPPatch.makeTrue(packet, width: 40, height: 30)] where isWhole {
    expect((try? XMPDocument(made.value)) != nil, "what was changed is still XMP")
  }
  if isWhole, without.warnings.isEmpty {
    expect(
      XMPClaims(in: without.value).isDisjoint(with: claims), "claims that are removed are gone")
  }
  if parts.count > 1, isWhole, let joined = ExtendedXMP.joined(packet, parts[1]) {
    expect((try? XMPDocument(joined)) != nil, "what was joined is still XMP")
  }
  tellsNothing { $0.xmp = packet }
}

/// A private picture tells nothing, whatever it was given.
private func tellsNothing(_ change: (inout PictureMetadata) -> Void) {
  var metadata = PictureMetadata()
  change(&metadata)
  let findings = metadata.applying(.safe).value.privacyFindings
  expect(findings.isEmpty, "left: \(findings)")
}
