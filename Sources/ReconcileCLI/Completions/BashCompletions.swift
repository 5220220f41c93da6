import Documents
import Text

/// The completion script for bash. It needs nothing but bash itself.
struct BashCompletions {
  let table: OptionTable

  /// The script.
  var script: String {
    """
    # Completes 'reconcile' in bash. Try it with: source <(reconcile completions bash)

    _reconcile() {
      local IFS=$' \\t\\n'
      local current=${COMP_WORDS[COMP_CWORD]} prefix= command= option= words= word i
      local -i operands=0
      local glued= onlywords= files= live= found=
      COMPREPLY=()
      for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        # An option is not the value of the one before it, unless it is behind '='.
        if [[ $option && $word == -[-a-zA-Z]* && ${COMP_WORDS[i - 1]} != = ]]; then
          option=
        fi
        # Readline cuts words at '=' and ':'.
        if [[ $word == : ]]; then
          glued=1
        elif [[ $glued ]]; then
          glued=
        elif [[ $option ]]; then
          [[ $word == = ]] || option=
        elif [[ $word == -- && ! $onlywords ]]; then
          onlywords=1
        elif [[ $word == -?* && ! $onlywords ]]; then
          case $word in
            \(valued.joined(separator: " | "))) option=$word ;;
          esac
        elif [[ ! $command ]]; then
          case $word in
            \(commands.joined(separator: " | "))) command=$word ;;
            *) command=apply operands=1 ;;
          esac
        else
          operands+=1
        fi
      done
      if [[ $glued ]]; then
        return
      fi
      if [[ $option && $current == -[-a-zA-Z]* && ${COMP_WORDS[COMP_CWORD - 1]} != = ]]; then
        option=
      fi
      if [[ ! $option && ! $onlywords && $current == --*=* ]]; then
        option=${current%%=*} prefix=$option=
        current=${current#*=}
      fi
      if [[ $option ]]; then
        if [[ $current == = ]]; then
          current=
        fi
        case ${command:-apply}:$option in
    \(Self.lines(values, indent: 6))
        esac
      elif [[ $current == -* && ! $onlywords ]]; then
        case ${command:-apply} in
    \(Self.lines(options, indent: 6))
        esac
      elif [[ ! $command ]]; then
        words='\(commands.joined(separator: " "))' files=1
      else
        case $command:$operands in
    \(Self.lines(operands, indent: 6))
        esac
      fi
      # What only the policy and the state know. Whatever goes wrong says nothing.
      if [[ $live ]] &&
        found=$(command reconcile \(CompletionWords.command) "$live" "${COMP_WORDS[@]:1:COMP_CWORD-1}" 2> /dev/null); then
        words=
        while IFS=$'\\t' read -r word _; do
          words+=" $word"
        done <<< "$found"
      fi
      COMPREPLY=($(compgen -P "$prefix" -W "$words" -- "$current"))
      # Where nothing fits readline completes files, and quotes them as it should.
      if [[ $files && ${#COMPREPLY[@]} -eq 0 ]]; then
        compopt -o default
      fi
    }

    complete -F _reconcile reconcile

    """
  }

  private var commands: [String] { Command.all.map(\.name) }

  private var valued: [String] { table.all.filter { $0.value != nil }.flatMap(\.spellings) }

  /// What may be the value of an option, for each command to which it belongs.
  private var values: [String] {
    Command.all.flatMap { command in
      table.of(command).flatMap { option in
        option.spellings.compactMap { spelling in
          option.candidates(after: command).flatMap { Self.arm("\(command.name):\(spelling)", $0) }
        }
      }
    }
  }

  private var options: [String] {
    Command.all.map { command in
      "\(command.name)) words='\(table.of(command).flatMap(\.spellings).joined(separator: " "))' ;;"
    }
  }

  private var operands: [String] {
    Command.all.flatMap { command in
      let places = command.places
      return places.each.enumerated().compactMap { Self.arm("\(command.name):\($0)", $1) }
        + (places.behind.flatMap { Self.arm("\(command.name):*", $0) }.map { [$0] } ?? [])
    }
  }

  private static func arm(_ pattern: String, _ candidates: Candidates) -> String? {
    switch candidates {
    case .words(let words): "\(pattern)) words=\(ShellWord.quoted(words.joined(separator: " "))) ;;"
    case .files: "\(pattern)) files=1 ;;"
    case .live(let kind, let others, let orFiles):
      "\(pattern)) live=\(kind.rawValue)"
        + (others.isEmpty ? "" : " words=\(ShellWord.quoted(others.joined(separator: " ")))")
        + (orFiles ? " files=1" : "") + " ;;"
    case .unknown: nil
    }
  }

  private static func lines(_ lines: [String], indent: Int) -> String {
    lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }
}
