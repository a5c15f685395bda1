// swift-tools-version: 6.0
import PackageDescription

// Tools version 6.0, so that Debian 13's own compiler (6.0.3) builds the package as well as newer
// ones do; what only those know stands behind `#if compiler`.
let shared: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // Makes "no C type leaves its wrapper" a compile error.
  .enableUpcomingFeature("InternalImportsByDefault"),
]
#if compiler(>=6.2)
  let settings = shared + [.unsafeFlags(["-warnings-as-errors"])]
  // For targets without a single pointer: the compiler holds them to it.
  let pointerFree = settings + [.unsafeFlags(["-strict-memory-safety"])]
#else
  let settings = shared
  let pointerFree = shared
#endif

/// Loops over every sample: unoptimised they make tests take several times as long.
let fast: [CSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]

/// A C library found through pkg-config.
func library(_ name: String, pkgConfig: String?, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

/// A target of the house; `pointers` is for those that wrap C.
func room(_ name: String, _ dependencies: [Target.Dependency], pointers: Bool = false) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: pointers ? settings : pointerFree)
}

/// The tests of one target.
func tests(of name: String, _ more: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.init(stringLiteral: name), "TestSupport"] + more,
    swiftSettings: settings)
}

// On Linux the library is where compilers look; Debian 13's lcms2.pc would add plug-ins under the GPL.
#if os(Linux)
  let lcms: String? = nil
#else
  let lcms: String? = "lcms2"
#endif

// What parsers and the JPEG decoder have to stand. `scripts/fuzz` builds it by itself, as all of it needs a
// sanitizer's code then; the usual tests give it some inputs of their own.
let fuzzed: [Target.Dependency] = [
  "CFuzz", "Checksum", "CommandLineOptions", "Formats", "Metadata", "Posix", "ResultCache",
]
// The decoder's own way can be left out, so that both can be compared.
let wrapped: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "--wrap=imgtool_jpeg_can_read_small"])
]
let fuzzedC = Target.target(
  name: "CFuzz", dependencies: ["CJPEG", "CResampling"], path: "Tests/Fuzz/CFuzz",
  cSettings: [.headerSearchPath("../../../Sources/CJPEG")])
#if os(Linux)
  let fuzzing: [Target] =
    Context.environment["IMGTOOL_FUZZ"] == nil
    ? [
      fuzzedC,
      .testTarget(
        name: "FuzzTests", dependencies: fuzzed + ["TestSupport"], path: "Tests/Fuzz",
        exclude: ["CFuzz", "Fuzz/main.swift", "Fuzz/FuzzTarget.swift"], swiftSettings: settings,
        linkerSettings: wrapped),
    ]
    : [
      fuzzedC,
      .executableTarget(
        name: "Fuzz", dependencies: fuzzed, path: "Tests/Fuzz/Fuzz", swiftSettings: settings,
        linkerSettings: wrapped),
    ]
#else
  let fuzzing: [Target] = []
#endif

let package = Package(
  name: "imgtool",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "imgtool", targets: ["imgtool"]),
    // Loaded before the program by its tests.
    .library(name: "FailingCalls", type: .dynamic, targets: ["FailingCalls"]),
  ],
  targets: [
    // C libraries: a module map and a header, nothing else.
    .systemLibrary(name: "CPosix"),
    // gobject-2.0, not vips: `pkgConfig: "vips"` warns about `-pthread` on every build.
    library("CVips", pkgConfig: "gobject-2.0", apt: "libvips-dev", brew: "vips"),
    library("CHeif", pkgConfig: "libheif", apt: "libheif-dev", brew: "libheif"),
    library("CExif", pkgConfig: "libexif", apt: "libexif-dev", brew: "libexif"),
    library("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev", brew: "jpeg-turbo"),
    library("CLibJPEG", pkgConfig: "libjpeg", apt: "libjpeg62-turbo-dev", brew: "jpeg-turbo"),
    // Its coefficients: errors jump out of libjpeg, which only C can catch, hence sources beside headers.
    .target(name: "CJPEG", dependencies: ["CLibJPEG", "CResampling"], cSettings: fast),
    // Planes brought to other sizes: sums over many samples, which vectors of the machine's own do best.
    .target(name: "CResampling", cSettings: fast),
    library("CLcms", pkgConfig: lcms, apt: "liblcms2-dev", brew: "little-cms2"),
    library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
    library("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
    library("CGLib", pkgConfig: "glib-2.0", apt: "libglib2.0-dev", brew: "glib"),

    // Wrappers: the only importers of C. Complete ownership, typed errors, no pointer leaves them.
    room("Posix", ["CPosix"], pointers: true),
    // Pixel memory that the wrappers hand to each other.
    room("Pixels", [], pointers: true),
    room("Vips", ["CVips", "Pixels"], pointers: true),
    room("Heif", ["CHeif", "Pixels", "Resampling"], pointers: true),
    room("Exif", ["CExif"], pointers: true),
    room("TurboJPEG", ["CTurboJPEG", "Pixels"], pointers: true),
    room("Resampling", ["CResampling", "Pixels"], pointers: true),
    room("JPEGCoefficients", ["CJPEG", "Pixels", "Resampling"], pointers: true),
    room("Lcms", ["CLcms"], pointers: true),
    room("Zlib", ["CZlib"], pointers: true),
    // Digests: libcrypto's is the fast one; GLib is there already, below libvips.
    room("Checksum", ["CCrypto", "CGLib"], pointers: true),

    // What the bytes are: sniffing, ISO-BMFF boxes, TIFF directories, header facts. No pixels.
    room("Formats", ["Posix"]),
    // What is said about a picture: EXIF, XMP, IPTC, ICC in every container. Bytes only.
    room("Metadata", ["Checksum", "Formats", "Exif", "Posix", "Zlib"]),
    // Pixels: recipe, decode, transform, encode.
    room(
      "Imaging",
      [
        "Batch", "Exif", "Formats", "Heif", "JPEGCoefficients", "Lcms", "Metadata", "Pixels",
        "Posix", "Resampling", "TurboJPEG", "Vips",
      ]),
    // How work runs: queue, memory budget, cancellation, ordered reporting, atomic files.
    room("Batch", ["Checksum", "Posix"]),
    // Results kept between runs: keys, records, the index of what files hold, trimming. No pixels.
    room("ResultCache", ["Batch", "Checksum", "Posix"]),
    // The option table: parsing, help, completions, byte sizes.
    room("CommandLineOptions", ["Posix"]),
    // What subcommands share: inputs, naming, running a batch, reports, exit status.
    room(
      "ImgtoolKit",
      [
        "Batch", "Checksum", "CommandLineOptions", "Formats", "Imaging", "Metadata", "Posix",
        "ResultCache",
      ]),

    // Subcommands: options, recipe, command.
    room(
      "Build",
      [
        "Batch", "Checksum", "CommandLineOptions", "Formats", "Imaging", "ImgtoolKit", "Posix",
        "ResultCache",
      ]),
    room("Downsample", ["CommandLineOptions", "Imaging", "ImgtoolKit"]),
    room("UploadPrep", ["CommandLineOptions", "Imaging", "ImgtoolKit", "Metadata", "Posix"]),
    room("MetadataJPEG", ["CommandLineOptions", "Formats", "Imaging", "ImgtoolKit", "Posix"]),
    room("HEICEncode", ["CommandLineOptions", "Formats", "Imaging", "ImgtoolKit", "Posix"]),
    room(
      "HEIFConvert",
      ["CommandLineOptions", "Formats", "Imaging", "ImgtoolKit", "Metadata", "Posix"]),

    room(
      "Check",
      ["Batch", "CommandLineOptions", "Formats", "Imaging", "ImgtoolKit", "Metadata", "Posix"]),

    room(
      "CacheCare",
      ["CommandLineOptions", "Formats", "Imaging", "ImgtoolKit", "Posix", "ResultCache"]),

    room(
      "Doctor",
      ["Batch", "CommandLineOptions", "Formats", "Imaging", "ImgtoolKit", "Posix", "ResultCache"]),

    .executableTarget(
      name: "imgtool",
      dependencies: [
        "Batch", "Build", "CacheCare", "Check", "Doctor", "Downsample", "HEICEncode", "HEIFConvert",
        "Imaging",
        "ImgtoolKit",
        "MetadataJPEG",
        "Posix", "UploadPrep",
      ],
      swiftSettings: pointerFree),

    // Tests: one target per source target, then the built binary.
    .target(
      name: "TestSupport", dependencies: ["Posix"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(name: "FailingCalls", path: "Tests/FailingCalls"),
    tests(of: "Posix"), tests(of: "Pixels"), tests(of: "Vips", ["Pixels"]),
    tests(of: "Heif", ["Pixels", "Resampling"]), tests(of: "Exif"),
    tests(of: "TurboJPEG", ["Pixels"]), tests(of: "Lcms"), tests(of: "Zlib"),
    tests(of: "Resampling", ["Pixels", "Vips"]),
    tests(of: "JPEGCoefficients", ["Pixels", "Resampling", "TurboJPEG", "Vips"]),
    tests(of: "Checksum"),
    tests(of: "Formats", ["Posix"]),
    tests(of: "Metadata", ["Checksum", "Formats", "Zlib"]),
    tests(
      of: "Imaging", ["Exif", "Formats", "Heif", "Lcms", "Metadata", "Pixels", "TurboJPEG", "Vips"]),
    tests(of: "Batch", ["Checksum", "Posix"]), tests(of: "ResultCache", ["Checksum", "Posix"]),
    tests(of: "CommandLineOptions", ["Posix"]),
    tests(
      of: "ImgtoolKit",
      [
        "Batch", "Checksum", "CommandLineOptions", "Formats", "Imaging", "Metadata", "Posix",
        "ResultCache",
      ]),
    tests(of: "Downsample", ["CommandLineOptions", "Formats", "Imaging", "ImgtoolKit", "Posix"]),
    tests(
      of: "HEICEncode",
      ["CommandLineOptions", "Formats", "Imaging", "ImgtoolKit", "Metadata", "Posix"]),
    tests(
      of: "HEIFConvert",
      ["Batch", "CommandLineOptions", "Formats", "ImgtoolKit", "Metadata", "Posix"]),
    tests(
      of: "MetadataJPEG",
      ["CommandLineOptions", "Formats", "Imaging", "ImgtoolKit", "Metadata", "Posix"]),
    tests(
      of: "Build",
      ["Checksum", "CommandLineOptions", "Formats", "Imaging", "ImgtoolKit", "Metadata", "Posix"]),
    tests(of: "Check", ["CommandLineOptions", "Formats", "Imaging", "ImgtoolKit", "Posix"]),
    tests(of: "Doctor", ["Formats", "Imaging"]),
    tests(of: "UploadPrep", ["CommandLineOptions", "Imaging", "ImgtoolKit", "Metadata", "Posix"]),
    .testTarget(
      name: "ImgtoolTests",
      dependencies: [
        "Batch", "CommandLineOptions", "Formats", "Heif", "Imaging", "ImgtoolKit", "Metadata",
        "Pixels", "Posix",
        "TestSupport", "Vips", "Zlib", "imgtool",
      ],
      swiftSettings: settings),
  ] + fuzzing
)
