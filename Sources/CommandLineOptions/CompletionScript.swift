/// The shells that completions can be written for.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The script that completes `program` and these commands.
  package func script(for program: String, _ commands: [CommandDescription]) -> String {
    switch self {
    case .bash: bashScript(program, commands)
    case .zsh: zshScript(program, commands)
    case .fish: fishScript(program, commands)
    }
  }
}

private func bashScript(_ program: String, _ commands: [CommandDescription]) -> String {
  var cases = ""
  for command in commands {
    let options = command.options + [.help]
    let all = options.map { "--\($0.long)" }.joined(separator: " ")
    cases += "    \(command.shortName)) options='\(all)' ;;\n"
  }
  var values = ""
  for command in commands {
    for option in command.options where option.placeholder != nil {
      let names = option.spellings.map { "\(command.shortName):\($0)" }.joined(separator: "|")
      values += "    \(names)) \(bashValue(option.completion)) return ;;\n"
    }
  }
  let names = commands.map(\.shortName).joined(separator: " ")
  return """
    # bash completion for \(program)
    _\(program)() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} options=
      COMPREPLY=()
      if (( COMP_CWORD == 1 )); then
        COMPREPLY=($(compgen -W '\(names) --help --version' -- "$current"))
        return
      fi
      # "--name=value" arrives as three words.
      if [[ $current == '=' ]]; then current=; elif [[ $previous == '=' ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
      case ${COMP_WORDS[1]}:$previous in
    \(values)  esac
      [[ $current == -* ]] || return
      case ${COMP_WORDS[1]} in
    \(cases)  esac
      COMPREPLY=($(compgen -W "$options" -- "$current"))
    }
    complete -o default -F _\(program) \(program)

    """
}

private func bashValue(_ completion: Completion) -> String {
  switch completion {
  case .choices(let names):
    "COMPREPLY=($(compgen -W '\(names.joined(separator: " "))' -- \"$current\"));"
  case .list(let names):
    // What follows the last comma.
    """
    COMPREPLY=($(compgen -P "${current%"${current##*,}"}" -W '\(names.joined(separator: " "))' \
    -- "${current##*,}"));
    """
  case .folder: "compopt -o dirnames 2>/dev/null;"
  case .file: ""
  case .nothing: "compopt +o default 2>/dev/null;"
  }
}

private func zshScript(_ program: String, _ commands: [CommandDescription]) -> String {
  var cases = ""
  for command in commands {
    cases += "    \(command.shortName))\n      _arguments -S \\\n"
    for option in command.options + [.help] {
      cases += "        \(zshSpecification(option)) \\\n"
    }
    cases += "        '*:input:_files' ;;\n"
  }
  let names = commands.map { "    \(quoted("\($0.shortName):\($0.abstract)"))\n" }.joined()
  return """
    #compdef \(program)
    _\(program)() {
      local -a commands=(
    \(names)  )
      if (( CURRENT == 2 )); then
        _describe command commands
        return
      fi
      shift words
      (( CURRENT-- ))
      case $words[1] in
    \(cases)  esac
    }
    _\(program) "$@"

    """
}

private func zshSpecification(_ option: OptionInfo) -> String {
  let names = option.spellings
  // Help and value stand in a specification of its own syntax.
  let help = option.help.replacing("[", with: "\\[").replacing("]", with: "\\]")
    .replacing(":", with: "\\:")
  let value =
    switch (option.placeholder, option.completion) {
    case (nil, _): ""
    case (let name?, .choices(let values)): ":\(name):(\(values.joined(separator: " ")))"
    case (let name?, .list(let values)):
      ":\(name): _values -s , \(name) \(values.joined(separator: " "))"
    case (let name?, .file): ":\(name):_files"
    case (let name?, .folder): ":\(name):_files -/"
    case (let name?, .nothing): ":\(name): "
    }
  let exclusive = option.isRepeatable ? "*" : "(\(names.joined(separator: " ")))"
  return names.map { name in
    // A long name takes its value joined or apart, a short one likewise.
    let joining = option.placeholder == nil ? "" : name.hasPrefix("--") ? "=" : "+"
    return quoted("\(exclusive)\(name)\(joining)[\(help)]\(value)")
  }.joined(separator: " ")
}

private func fishScript(_ program: String, _ commands: [CommandDescription]) -> String {
  var lines = "# fish completion for \(program)\n"
  lines += "complete -c \(program) -n __fish_use_subcommand -f\n"
  for command in commands {
    lines +=
      "complete -c \(program) -n __fish_use_subcommand -a \(command.shortName)"
      + " -d \(fishQuoted(command.abstract))\n"
  }
  for command in commands {
    for option in command.options + [.help] {
      let short = option.short.map { " -s \($0)" } ?? ""
      lines +=
        "complete -c \(program) -n '__fish_seen_subcommand_from \(command.shortName)'"
        + "\(short) -l \(option.long)\(fishValue(option)) -d \(fishQuoted(option.help))\n"
    }
  }
  return lines
}

private func fishValue(_ option: OptionInfo) -> String {
  switch (option.placeholder, option.completion) {
  case (nil, _): ""
  case (_, .choices(let names)): " -xa \(fishQuoted(names.joined(separator: " ")))"
  case (_, .list(let names)):
    " -xa \(fishQuoted("(__fish_append , \(names.joined(separator: " ")))"))"
  case (_, .file): " -rF"
  case (_, .folder): " -xa '(__fish_complete_directories)'"
  case (_, .nothing): " -x"
  }
}

extension OptionInfo {
  /// Every name with its dashes, the long one first.
  fileprivate var spellings: [String] { ["--\(long)"] + (short.map { ["-\($0)"] } ?? []) }
}

/// Text as one word of a POSIX shell.
private func quoted(_ text: String) -> String {
  "'" + text.replacing("'", with: "'\\''") + "'"
}

/// Text as one word of fish, where a backslash counts between single quotes.
private func fishQuoted(_ text: String) -> String {
  "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
}
