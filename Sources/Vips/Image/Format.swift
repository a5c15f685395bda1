internal import CVips

extension VipsImage {
  /// How one sample is stored.
  package enum Format: String, Sendable, CaseIterable, NamedChoice {
    /// 8 bits unsigned.
    case uchar
    /// 8 bits signed.
    case char
    /// 16 bits unsigned.
    case ushort
    /// 16 bits signed.
    case short
    /// 32 bits unsigned.
    case uint
    /// 32 bits signed.
    case int
    /// 32 bits IEEE 754.
    case float
    /// 64 bits IEEE 754.
    case double
    /// Two floats.
    case complex
    /// Two doubles.
    case dpcomplex

    init(_ format: VipsBandFormat) {
      self =
        switch format {
        case VIPS_FORMAT_CHAR: .char
        case VIPS_FORMAT_USHORT: .ushort
        case VIPS_FORMAT_SHORT: .short
        case VIPS_FORMAT_UINT: .uint
        case VIPS_FORMAT_INT: .int
        case VIPS_FORMAT_FLOAT: .float
        case VIPS_FORMAT_COMPLEX: .complex
        case VIPS_FORMAT_DOUBLE: .double
        case VIPS_FORMAT_DPCOMPLEX: .dpcomplex
        default: .uchar
        }
    }
  }
}
