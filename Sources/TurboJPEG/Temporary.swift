internal import CTurboJPEG
package import Pixels

package struct TurboJPEGError: Error { package let detail: String }
package enum TurboJPEG {
  package enum Subsampling { case s444, s422, s420, gray }
  package static func encode(planes: [PixelPlane], width: Int, height: Int, subsampling: Subsampling, quality: Int, progressive: Bool) throws(TurboJPEGError) -> [UInt8] {
    guard let handle = tjInitCompress() else { throw TurboJPEGError(detail: "init") }
    defer { tjDestroy(handle) }
    var out: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let sub: TJSAMP = switch subsampling { case .s444: TJSAMP_444; case .s422: TJSAMP_422; case .s420: TJSAMP_420; case .gray: TJSAMP_GRAY }
    var pointers: [UnsafePointer<UInt8>?] = planes.map { $0.buffer.withBytes { $0.baseAddress?.assumingMemoryBound(to: UInt8.self) } }
    var strides = planes.map { Int32($0.width) }
    let rc = tjCompressFromYUVPlanes(handle, &pointers, Int32(width), &strides, Int32(height), Int32(sub.rawValue), &out, &size, Int32(quality), Int32(progressive ? TJFLAG_PROGRESSIVE : 0))
    withExtendedLifetime(planes) {}
    defer { tjFree(out) }
    guard rc == 0, let out else { throw TurboJPEGError(detail: "compress") }
    return Array(UnsafeBufferPointer(start: out, count: Int(size)))
  }
}
