import CivilTime
import Documents
import Policies
import Providers
import Text

/// What somebody may have meant whose first word is no command: everyday words, sentences of the policy's language, and
/// slips of the finger.
struct MeantCommand {
  private let words: [String]

  /// `words` is what is on the command line besides options, at least one.
  init(_ words: [String]) { self.words = words }

  /// The line to type, after a few words that lead to it; nil where nothing is near.
  var hint: String? {
    guard let word = words.first else { return nil }
    if let line = overrideLine {
      guard word.lowercased() == "unlock" else { return "to override the schedule, \(line.lead): \(line.text)" }
      let end = Self.line(["override", "end", ShellWord.word(words[1])])
      return "to end a lock, type: \(end); to unlock a door, \(line.lead): \(line.text)"
    }
    if let command = Self.otherWords[word.lowercased()] {
      return "did you mean '\(Self.line([command] + (command.contains(" ") ? [] : others)))'?"
    }
    // A word of the language is no slip of the finger.
    if word.lowercased() == TargetState.leave.rawValue { return nil }
    return Suggestion.nearest(to: word, among: Command.all.map(\.name)).map {
      "did you mean '\(Self.line([$0] + others))'?"
    }
  }

  private var others: [String] { words.dropFirst().map(ShellWord.word) }

  private static func line(_ words: [String]) -> String { (["reconcile"] + words).joined(separator: " ") }

  /// What commands are called elsewhere.
  private static let otherWords = [
    "diff": "plan", "preview": "plan", "dry-run": "plan", "why": "explain",
    "state": "explain", "list": "override list", "ls": "override list", "overrides": "override list",
    "undo": "override list", "cancel": "override list", "rm": "override list", "end": "override end",
    "run": "apply", "sync": "apply", "enforce": "apply", "daemon": "watch", "start": "watch",
    "lint": "validate", "check": "validate", "log": "history", "logs": "history", "journal": "history",
    "schedule": "timeline", "calendar": "timeline", "week": "timeline", "upcoming": "next", "ping": "doctor",
    "diagnose": "doctor", "setup": "init", "page": "serve", "web": "serve", "man": "help man",
  ]

  // MARK: Sentences

  private static let otherStates = [
    "disable": "off", "unblock": "on", "enable": "on", "unpause": "active", "shut": "closed",
  ]

  private static let kinds = ProviderKinds.shipped.systems

  /// The state that `word` names or asks for, as in a sentence; nil where it does neither.
  private static func state(_ word: String) -> String? {
    let state = kinds.state(verb: word) ?? kinds.state(word)
    return state == .leave ? nil : state?.rawValue ?? otherStates[word]
  }

  /// `reconcile override kids off --for 30m` for `off kids 30m`, `kids off for 30m`, `kids off until 22:00`.
  private var overrideLine: (lead: String, text: String)? {
    let words = sentence
    guard words.count >= 2, !words[1].contains(where: { "./".contains($0) }) else { return nil }
    let (first, second) = (words[0].lowercased(), words[1].lowercased())
    let rest = words.dropFirst(2).map { $0 }
    if let state = Self.state(first), Self.state(second) == nil { return Self.line(words[1], state, rest) }
    if let state = Self.state(second) { return Self.line(words[0], state, rest) }
    return nil
  }

  /// The words without a first one that says nothing beside the state: `turn off kids`, `switch kids off`.
  private var sentence: [String] {
    let rest = Array(words.dropFirst())
    guard rest.count > 1, ["turn", "switch"].contains(words[0].lowercased()) else { return words }
    let (first, second) = (Self.state(rest[0].lowercased()), Self.state(rest[1].lowercased()))
    // It is a target where nothing but an end is behind the state: `switch off 1h`.
    let isVerb = first == nil ? second != nil : second == nil && BareEnd.options(Array(rest.dropFirst())).isEmpty
    return isVerb ? rest : words
  }

  /// The ends that are asked for, where they can be read; else an hour, which is an example if others are.
  private static func line(_ target: String, _ state: String, _ rest: [String]) -> (lead: String, text: String) {
    let ends = BareEnd.options(rest)
    let lines = (ends.isEmpty ? [["--for", "1h"]] : ends).map {
      line(["override", ShellWord.word(target), state] + $0)
    }
    return (ends.isEmpty && !rest.isEmpty ? "type something like" : "type", lines.joined(separator: "; or: "))
  }
}
