internal import CVips

/// A picture as libvips sees it: a size, a format and a way to compute pixels, run when asked for.
///
/// Nothing changes an image; every operation makes another one.
// @unchecked: the pointer never changes, and the object behind it is not changed after its making
// (whatever sets fields does so on a fresh copy, before anybody else has it); libvips lets any number
// of threads build on and evaluate one image, and GObject counts references atomically.
package final class VipsImage: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<_VipsImage>

  /// Takes over a reference.
  init(adopting pointer: UnsafeMutablePointer<_VipsImage>) {
    self.pointer = pointer
  }

  deinit {
    g_object_unref(pointer)
  }

  /// Pixels in a row.
  package var width: Int { Int(vips_image_get_width(pointer)) }

  /// Rows; for several pages loaded at once, of all pages together.
  package var height: Int { Int(vips_image_get_height(pointer)) }

  /// Samples of one pixel, alpha included.
  package var bands: Int { Int(vips_image_get_bands(pointer)) }

  /// How one sample is stored.
  package var format: Format { Format(vips_image_get_format(pointer)) }

  /// What the samples mean.
  package var interpretation: Interpretation {
    Interpretation(vips_image_get_interpretation(pointer))
  }

  /// Whether the last band is alpha.
  package var hasAlpha: Bool { vips_image_hasalpha(pointer) != 0 }

  /// How many pages (frames, pictures) the file has, 1 where the format has none.
  package var pages: Int { Int(vips_image_get_n_pages(pointer)) }

  /// Rows of one page.
  package var pageHeight: Int { Int(vips_image_get_page_height(pointer)) }
}
