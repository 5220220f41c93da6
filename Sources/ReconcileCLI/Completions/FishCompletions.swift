import Presentation

/// The completion script for fish.
struct FishCompletions {
  let table: OptionTable

  /// The script.
  var script: String {
    """
    # Completes 'reconcile' in fish. Try it with: reconcile completions fish | source

    # Prints the command that was typed, or 'none', and how many words stand after it.
    function __reconcile_typed
        set -l command none
        set -l operands 0
        set -l expects 0
        set -l onlywords 0
        for word in (commandline -opc)[2..-1]
            if test $expects = 1
                set expects 0
                # An option is not the value of the one before it.
                string match -qr -- '^-[-a-zA-Z]' $word; or continue
            end
            if test $onlywords = 0; and contains -- $word \(valued.joined(separator: " "))
                set expects 1
            else if test $onlywords = 0; and test "$word" = --
                set onlywords 1
            else if test $onlywords = 0; and string match -q -- '-?*' $word
                continue
            else if test $command = none
                if contains -- $word \(Command.all.map(\.name).joined(separator: " "))
                    set command $word
                else
                    set command apply
                    set operands 1
                end
            else
                set operands (math $operands + 1)
            end
        end
        echo $command
        echo $operands
    end

    # Whether the command is one of these.
    function __reconcile_command
        set -l typed (__reconcile_typed)
        contains -- $typed[1] $argv
    end

    # Whether the command is the second argument, with as many words after it as the first says.
    function __reconcile_operand
        set -l typed (__reconcile_typed)
        test $typed[2] = $argv[1]; and test $typed[1] = $argv[2]
    end

    # The same with at least as many words after it.
    function __reconcile_from
        set -l typed (__reconcile_typed)
        test $typed[2] -ge $argv[1]; and test $typed[1] = $argv[2]
    end

    # What only the policy and the state know, as the first argument; if the program cannot say, the other arguments.
    function __reconcile_live
        set -l words (commandline -opc)
        # fish tells of a program that is not there, whatever becomes of standard error.
        if command -q reconcile; and set -l found (command reconcile \(CompletionWords.command) $argv[1] $words[2..-1] 2>/dev/null)
            printf '%s\\n' $found
        else if set -q argv[2]
            printf '%s\\n' $argv[2..-1]
        end
    end

    # The same, and files where none of it fits.
    function __reconcile_live_or_files
        set -l found (__reconcile_live $argv)
        set -l token (commandline -ct)
        if test (count $found) -gt 0; and string match -q -- "$token*" $found
            printf '%s\\n' $found
        else
            __fish_complete_path $token
        end
    end

    complete -c reconcile -f
    complete -c reconcile -n '__reconcile_command none' -F
    \((commands + options + operands).joined(separator: "\n"))

    """
  }

  private var valued: [String] { table.all.filter { $0.value != nil }.flatMap(\.spellings) }

  private var commands: [String] {
    Command.all.map { command in
      "complete -c reconcile -n '__reconcile_command none' -a \(command.name) -d \(Self.quoted(command.summary))"
    }
  }

  /// One line for each option and each set of values that it has.
  private var options: [String] {
    table.all.flatMap { option -> [String] in
      var groups: [(candidates: Candidates?, summary: String, commands: [Command])] = []
      for command in option.commands {
        let (candidates, summary) = (option.candidates(after: command), option.summary(after: command))
        if let place = groups.firstIndex(where: { $0.candidates == candidates && $0.summary == summary }) {
          groups[place].commands.append(command)
        } else {
          groups.append((candidates, summary, [command]))
        }
      }
      return groups.map { Self.line(option, $0.candidates, $0.commands) }
    }
  }

  private static func line(_ option: Option, _ candidates: Candidates?, _ commands: [Command]) -> String {
    // Without a command an apply is meant.
    let names = (commands.contains(.apply) ? ["none"] : []) + commands.map(\.name)
    let condition = quoted("__reconcile_command " + names.joined(separator: " "))
    let letter = option.letter.map { " -s \($0)" } ?? ""
    return "complete -c reconcile -n \(condition)\(letter) -l \(option.name)\(arguments(candidates))"
      + " -d \(quoted(commands.first.map(option.summary(after:)) ?? option.summary))"
  }

  private static func arguments(_ candidates: Candidates?) -> String {
    switch candidates {
    case .words(let words)?: " -x -a \(quoted(words.joined(separator: " ")))"
    case .files?: " -r -F"
    case .live(let kind, let others, _)?: " -x -a \(quoted(live(kind, others)))"
    case .unknown?: " -x"
    case nil: ""
    }
  }

  private var operands: [String] {
    Command.all.flatMap { command in
      let places = command.places
      let each = places.each.enumerated().compactMap { Self.operand("__reconcile_operand \($0) \(command.name)", $1) }
      let behind = places.behind.flatMap { Self.operand("__reconcile_from \(places.each.count) \(command.name)", $0) }
      return each + (behind.map { [$0] } ?? [])
    }
  }

  private static func operand(_ condition: String, _ candidates: Candidates) -> String? {
    let start = "complete -c reconcile -n '\(condition)'"
    switch candidates {
    case .words(let words): return start + " -a \(quoted(words.joined(separator: " ")))"
    case .files: return start + " -F"
    case .live(let kind, let others, let orFiles): return start + " -a \(quoted(live(kind, others, orFiles)))"
    case .unknown: return nil
    }
  }

  private static func live(_ kind: CompletionWords.Kind, _ others: [String], _ orFiles: Bool = false) -> String {
    "(__reconcile_live\(orFiles ? "_or_files" : "") " + ([kind.rawValue] + others).joined(separator: " ") + ")"
  }

  private static func quoted(_ text: String) -> String { EscapedForShell.fish(text) }
}
