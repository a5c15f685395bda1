/// Namespaces of XMP properties (XMP part 1, 8; part 2), by which they are known whatever the prefix.
package enum XMPNamespace {
  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let xmlns = "http://www.w3.org/2000/xmlns/"
  static let xml = "http://www.w3.org/XML/1998/namespace"
  static let tiff = "http://ns.adobe.com/tiff/1.0/"
  static let exif = "http://ns.adobe.com/exif/1.0/"
  static let xmp = "http://ns.adobe.com/xap/1.0/"
  static let rights = "http://ns.adobe.com/xap/1.0/rights/"
  static let plus = "http://ns.useplus.org/ldf/xmp/1.0/"
  static let dublinCore = "http://purl.org/dc/elements/1.1/"
  static let note = "http://ns.adobe.com/xmp/note/"
  static let gainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
  static let appleGainMap = "http://ns.apple.com/HDRGainMap/1.0/"
  static let googleCamera = "http://ns.google.com/photos/1.0/camera/"
  /// How the samples of Apple's auxiliary pictures are stored.
  static let applePixelData = "http://ns.apple.com/pixeldatainfo/1.0/"
  static let container = "http://ns.google.com/photos/1.0/container/"
  static let containerItem = "http://ns.google.com/photos/1.0/container/item/"
  static let oplusCamera = "http://ns.oplus.com/photos/1.0/camera/"
  static let xiaomiCamera = "http://ns.xiaomi.com/photos/1.0/camera/"
  static let depthMap = "http://ns.google.com/photos/1.0/depthmap/"
  static let originalImage = "http://ns.google.com/photos/1.0/image/"
  /// What the namespaces of Dynamic Depth 1.0 start with, whose maps are items of a container.
  static let dynamicDepth = "http://ns.google.com/photos/dd/1.0/"
  static let depthContainer = "http://ns.google.com/photos/dd/1.0/container/"
  static let depthItem = "http://ns.google.com/photos/dd/1.0/item/"
}

/// The name of an XMP property or field: its namespace and its name therein.
package struct XMPName: Hashable, Sendable {
  /// The URI of the namespace; empty where the prefix stands for none.
  package var namespace: String
  /// The name in the namespace.
  package var local: String

  /// The name in a namespace.
  package init(_ namespace: String, _ local: String) {
    self.namespace = namespace
    self.local = local
  }
}
