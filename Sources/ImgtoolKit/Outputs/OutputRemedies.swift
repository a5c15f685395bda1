internal import CommandLineOptions
internal import Posix

/// What whoever asked for an output that can't be written can do about it, in words that they know.
package enum OutputRemedies: Hashable, Sendable {
  /// The options of a command that takes its inputs from the command line.
  case options
  /// The keys of a project file, and the options of `build`.
  case projectFile

  /// Of a file that is there and is not the program's own.
  var ofExisting: String {
    switch self {
    case .options: "--overwrite replaces it, --skip-existing leaves it"
    case .projectFile: "--overwrite replaces it"
    }
  }

  /// Of two outputs of one input that have one name.
  var ofOneInput: String {
    switch self {
    case .options: "a --name with {max} or {width}, and {ext}, tells them apart"
    case .projectFile: #"a "name" with {max} or {width}, and {ext}, tells them apart"#
    }
  }

  /// Of outputs of two inputs that have one name.
  var ofTwoInputs: String {
    switch self {
    case .options: "--name can tell them apart, and -r with -o keeps their folders"
    case .projectFile: #"a "name" with {path}, or another "to", can tell them apart"#
    }
  }

  /// Of an output that would replace its own input.
  var ofOwnInput: String {
    switch self {
    case .options: "--in-place does that, -o writes elsewhere"
    case .projectFile: #"another "name" or "to" writes elsewhere"#
    }
  }
}
