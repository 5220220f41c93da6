import Controller
import Documents
import Host
import Policies
import Providers
import Text

/// What `pair` says.
enum PairMessages {
  static func noPairing(_ system: System) -> UsageError {
    UsageError(
      message: "'\(system.name)' is \(system.kind.title.withArticle), which cannot be paired with",
      hint: "its secret is stored by hand; 'reconcile doctor' says what is missing")
  }

  static func oneOf(_ one: Option, _ other: Option) -> UsageError {
    UsageError(message: "'--\(one.name)' and '--\(other.name)' cannot be combined")
  }

  static let nothingToAsk = UsageError(message: "'--yes' belongs to '--forget', as nothing else asks")

  static func noFile(_ system: System) -> UsageError {
    let key = system.kind.secretSetting?.key ?? "its secret"
    return UsageError(
      message: "the secret of '\(system.name)' is not in a file, so it cannot be kept",
      hint: "write '\(key): {credential: \(system.name)-\(key)}' into the policy")
  }

  static func noCode(_ pairing: Pairing) -> UsageError {
    UsageError(message: "no \(pairing.codeName) was given", hint: pairing.whereCodesAre)
  }

  // MARK: - Before

  static func ask(_ pairing: Pairing, _ system: System) -> String {
    "\(pairing.codeName.prefix(1).uppercased())\(pairing.codeName.dropFirst()) for \(system.name) at "
      + "\(system.url.text.escaped) (not shown): "
  }

  static func sending(_ pairing: Pairing, to system: System) -> String {
    "reconcile: sending the \(pairing.codeName) to \(system.url.text.escaped)\n"
  }

  static func askingAgain(_ why: Message, seconds: Int) -> String {
    "reconcile: \(why.text.escaped); asking again in \(seconds) seconds\n"
  }

  static func waiting(seconds: Int) -> String {
    "reconcile: waiting up to \(seconds / 60) minutes for the pairing to be approved\n"
  }

  static func notReached(_ path: String, _ reason: String) -> Message {
    Message(
      code: "pair.not-reached", "'\(path)' cannot be read: \(reason)",
      hint: "run it with sudo")
  }

  static func isThere(_ path: String) -> Message {
    Message(
      code: "pair.is-there", "'\(path)' already exists",
      hint: "'--replace' replaces it; '--status' shows what it allows")
  }

  static func isNoPairing(_ path: String, _ system: System) -> Message {
    Message(
      code: "pair.is-no-pairing",
      "'\(path)' is not a pairing with \(system.kind.title.withArticle), and stays as it is",
      hint: "give '\(system.kind.secretSetting?.key ?? "the secret")' of '\(system.name)' a file of its own; "
        + "if it is what is left of a pairing, remove it: sudo rm \(ShellWord.word(path))")
  }

  /// `own` is the folder of a user's own, where there is one.
  static func notWritable(_ folder: String, own: String?) -> Message {
    let instead = own.map { "; to keep it for yourself alone, make your own: install -d -m 700 \(ShellWord.word($0))" }
    return Message(
      code: "pair.not-writable", "'\(folder)' does not exist, or you may not write to it",
      hint: "run it with sudo; to make the folder: sudo install -d -m 700 \(ShellWord.word(folder))" + (instead ?? ""))
  }

  static func notTrusted(_ words: String, _ remedy: String?) -> Message {
    Message(code: "pair.not-trusted", "secrets cannot be kept there: \(words)", hint: remedy)
  }

  static func noRoom(_ count: Int) -> Message {
    Message(
      code: "pair.no-room",
      "the secret would be too large: with its second line it has \(count) bytes or more, and 4 KiB is the most",
      hint: "give the system a shorter 'url', or fewer pins; the code was not used")
  }

  // MARK: - Afterwards

  static func tooLarge(_ count: Int, _ pairing: Pairing) -> Message {
    Message(
      code: "pair.too-large", "the secret was not kept: it has \(count) bytes, and 4 KiB is the most",
      hint: "ask for a pairing that allows less; \(pairing.afterForgetting)")
  }

  static func notKept(_ error: FileError, _ pairing: Pairing) -> Message {
    Message(
      code: "pair.not-kept", "'\(error.path)' cannot be written: \(error.reason); the secret is lost",
      hint: "the code is used up; start again with a new one; \(pairing.afterForgetting)")
  }

  static func isNotThere(_ path: String) -> Message {
    Message(code: "pair.is-not-there", "'\(path)' does not exist, so there is nothing to forget")
  }

  static let nobodyToAsk = Message(
    code: "pair.nobody-to-ask", "there is no terminal to ask at", hint: "'--yes' removes it without asking")

  static func askToForget(_ path: String) -> String {
    "Remove '\(path.escaped)'? Pairing again takes a new code. [y/N] "
  }

  static let notForgotten = Message(code: "pair.not-forgotten", "nothing was removed")

  static func notRemoved(_ error: FileError) -> Message {
    Message(code: "pair.not-removed", "'\(error.path)' cannot be removed: \(error.reason)")
  }

  static func forgotten(_ path: String, _ pairing: Pairing) -> String {
    "'\(path.escaped)' was removed; \(pairing.afterForgetting)\n"
  }
}
