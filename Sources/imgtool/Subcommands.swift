import Build
import CacheCare
import Check
import Doctor
import Downsample
import HEICEncode
import HEIFConvert
import ImgtoolKit
import MetadataJPEG
import UploadPrep

/// The one list of what the program can do.
enum Subcommands {
  /// Every command, in the order of help.
  static let all: [any Subcommand] =
    makers + [
      Build(), ManifestCommand(), Check(), Detect(), Info(), CacheCare(explaining: makers),
      Doctor(),
    ]

  /// Those that make pictures.
  private static let makers: [any Subcommand] = [
    Shrink(), UploadPrep(), Convert(), HEIC(), JPEG(),
  ]

  /// The commands, with help, version and completions.
  static let tree = CommandTree(
    abstract: "Batch image processing: shrink photos and carry everything that belongs to them.",
    all, versionText: VersionReport.text)
}
