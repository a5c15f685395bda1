extension FilePath {
  /// The path as the path of a reference (RFC 3986): all bytes but unreserved characters (2.3) and slashes as
  /// `%` and two digits.
  package var percentEncoded: String {
    var text = ""
    for byte in bytes {
      let scalar = Unicode.Scalar(byte)
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "/":
        text.unicodeScalars.append(scalar)
      default:
        text += byte < 16 ? "%0" : "%"
        text += String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
