internal import Foundation

/// Drawings as files.
enum Drawings {
  /// An SVG of a size in pixels, with these elements in it.
  static func svg(_ width: Int, _ height: Int, _ elements: String = "") -> [UInt8] {
    Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
      width="\(width)" height="\(height)">\(elements)</svg>
      """.utf8)
  }

  /// The left half red, the rest transparent.
  static let halfRed = svg(60, 40, "<rect width='30' height='40' fill='red'/>")

  /// An element that puts a picture from elsewhere over all of a drawing.
  static func image(_ address: String) -> String {
    "<image width='100%' height='100%' xlink:href='\(address)'/>"
  }

  /// A PDF of so many pages of 60 × 40 points, whose left half is red.
  static func pdf(pages: Int = 1) -> [UInt8] {
    let drawing = "1 0 0 rg 0 0 30 40 re f"
    let kids = (0..<pages).map { "\($0 + 4) 0 R" }.joined(separator: " ")
    var objects = [
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[\(kids)]/Count \(pages)/MediaBox[0 0 60 40]>>",
      "<</Length \(drawing.utf8.count)>>stream\n\(drawing)\nendstream",
    ]
    objects += (0..<pages).map { _ in "<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<<>>>>" }
    var text = "%PDF-1.4\n"
    var places: [Int] = []
    for (index, object) in objects.enumerated() {
      places.append(text.utf8.count)
      text += "\(index + 1) 0 obj\(object)endobj\n"
    }
    let table = text.utf8.count
    text += "xref\n0 \(places.count + 1)\n0000000000 65535 f \n"
    for place in places {
      let digits = "\(place)"
      text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    text += "trailer<</Size \(places.count + 1)/Root 1 0 R>>\nstartxref\n\(table)\n%%EOF\n"
    return Array(text.utf8)
  }
}
