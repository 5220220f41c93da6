import Documents
import Presentation
import Text

/// The completion script for zsh: a file `_reconcile` for `$fpath`, which may be sourced as well.
struct ZshCompletions {
  let table: OptionTable

  /// The script.
  var script: String {
    """
    #compdef reconcile
    # Completes 'reconcile' in zsh. Try it with: source <(reconcile completions zsh)

    _reconcile_commands() {
      local -a commands=(
    \(Command.all.map { "    " + Self.described($0) }.joined(separator: "\n"))
      )
      _describe -t commands command commands
    }

    # What only the policy and the state know, as KIND; if the program cannot say, the other words.
    _reconcile_live() {
      local kind=$1 line
      shift
      local -a found
      if line=$(command reconcile \(CompletionWords.command) $kind "${(@)words[2,CURRENT-1]}" 2> /dev/null); then
        found=("${(@f)${line//$'\\t'/:}}")
      else
        found=("$@")
      fi
      found=(${found:#})
      (($#found)) && _describe -t words word found
    }

    _reconcile_live_or_files() {
      _reconcile_live "$@" || \(files)
    }

    _reconcile_start() {
      _alternative 'commands:command:_reconcile_commands' 'files:policy:\(files)'
    }

    _reconcile() {
      local command= word
      local -i expects=0 i
      for ((i = 2; i < CURRENT; i++)); do
        word=$words[i]
        if ((expects)); then
          expects=0
          # An option is not the value of the one before it.
          [[ $word == -[-a-zA-Z]* ]] || continue
        fi
        case $word in
          (\(valued.joined(separator: "|"))) expects=1 ;;
          (-*) ;;
          (*)
            command=$word
            break
            ;;
        esac
      done

      local -a specs
      case $command in
    \(Command.all.map(arm).joined(separator: "\n"))
        (*)
          specs=(
    \(specifications(of: .apply).map { "        " + $0 }.joined(separator: "\n"))
            '1: :_reconcile_start'
          )
          ;;
      esac
      _arguments -s -S : $specs
    }

    if [[ $funcstack[1] == _reconcile ]]; then
      _reconcile "$@"
    else
      compdef _reconcile reconcile
    fi

    """
  }

  private let files = #"_files -g "*.(yaml|yml)(-.)""#

  private var valued: [String] { table.all.filter { $0.value != nil }.flatMap(\.spellings) }

  private static func described(_ command: Command) -> String {
    ShellWord.quoted(command.name + ":" + EscapedForShell.zshSpecification(command.summary))
  }

  private func arm(_ command: Command) -> String {
    let places = command.places
    let operands =
      places.each.enumerated().map { ShellWord.quoted("\($0 + 2): :\(action($1))") }
      + (places.behind.map { [ShellWord.quoted("*: :\(action($0))")] } ?? [])
    let specifications = specifications(of: command) + ["'1: :_reconcile_commands'"] + operands
    return """
          (\(command.name))
            specs=(
      \(specifications.map { "        " + $0 }.joined(separator: "\n"))
            )
            ;;
      """
  }

  /// The options of a command, each a word for `_arguments`.
  private func specifications(of command: Command) -> [String] {
    table.of(command).flatMap { option in
      option.spellings.map { spelling in
        let others =
          option.repeats ? "*" : option.spellings.count > 1 ? "(\(option.spellings.joined(separator: " ")))" : ""
        let joint = option.value != nil && spelling.hasPrefix("--") ? "=" : ""
        let value = option.candidates(after: command).map { ":\(option.name):\(action($0))" } ?? ""
        let summary = "[\(EscapedForShell.zshSpecification(option.summary(after: command)))]"
        return ShellWord.quoted(others + spelling + joint + summary + value)
      }
    }
  }

  private func action(_ candidates: Candidates) -> String {
    switch candidates {
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .files: files
    // A space in front keeps _arguments from putting words of its own behind the name.
    case .live(let kind, let others, let orFiles):
      " _reconcile_live\(orFiles ? "_or_files" : "") \(([kind.rawValue] + others).joined(separator: " "))"
    case .unknown: " "
    }
  }
}
