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
      message: "\(system.kind.title.withArticle), as '\(system.name)' is, cannot be paired with",
      hint: "its secret is stored by hand; 'reconcile doctor' says what is missing")
  }

  static func oneOf(_ one: Option, _ other: Option) -> UsageError {
    UsageError(message: "'--\(one.name)' and '--\(other.name)' do not go together")
  }

  static let nothingToAsk = UsageError(message: "'--yes' belongs to '--forget': nothing else asks")

  static func noFile(_ system: System) -> UsageError {
    let key = system.kind.secretSetting?.key ?? "its secret"
    return UsageError(
      message: "the secret of '\(system.name)' is in no file, so that it cannot be kept",
      hint: "write '\(key): {credential: \(system.name)-\(key)}' into the policy")
  }

  static func noCode(_ pairing: Pairing) -> UsageError {
    UsageError(message: "no \(pairing.codeName) was given", hint: pairing.whereCodesAre)
  }

  // MARK: - Before

  static func ask(_ pairing: Pairing, _ system: System) -> String {
    "\(pairing.codeName.prefix(1).uppercased())\(pairing.codeName.dropFirst()) for \(system.name) (it is not shown): "
  }

  static func waiting(seconds: Int) -> String {
    "reconcile: waiting for the pairing to be approved, for \(seconds / 60) minutes at most\n"
  }

  static func notReached(_ path: String, _ reason: String) -> Message {
    Message(
      code: "pair.not-reached", "whether '\(path)' is there cannot be told: \(reason)",
      hint: "this is for whoever may write there: use sudo")
  }

  static func isThere(_ path: String) -> Message {
    Message(
      code: "pair.is-there", "'\(path)' is there already",
      hint: "'--replace' puts another in its place; '--status' shows what it is good for")
  }

  static func notWritable(_ folder: String) -> Message {
    Message(
      code: "pair.not-writable", "nothing can be kept in '\(folder)': it is not there, or you may not write there",
      hint: "use sudo; the folder is made by: sudo install -d -m 700 \(ShellWord.word(folder))")
  }

  static func notTrusted(_ words: String, _ remedy: String?) -> Message {
    Message(code: "pair.not-trusted", "no secret is kept here: \(words)", hint: remedy)
  }

  static func noRoom(_ count: Int) -> Message {
    Message(
      code: "pair.no-room",
      "the secret would have no room: with what it is bound to it is of \(count) bytes or more, and one may have no more "
        + "than 4 KiB",
      hint: "give the system a shorter 'url', or fewer pins; the code was not used")
  }

  // MARK: - Afterwards

  static func tooLarge(_ count: Int, _ pairing: Pairing) -> Message {
    Message(
      code: "pair.too-large", "the secret was not kept: it is of \(count) bytes, and one may have no more than 4 KiB",
      hint: "ask for one that is for less; \(pairing.afterForgetting)")
  }

  static func notKept(_ error: FileError, _ pairing: Pairing) -> Message {
    Message(
      code: "pair.not-kept", "'\(error.path)' cannot be written: \(error.reason); the secret is lost",
      hint: "the code is used up, begin anew with another; \(pairing.afterForgetting)")
  }

  static func isNotThere(_ path: String) -> Message {
    Message(code: "pair.is-not-there", "'\(path)' is not there, so that there is nothing to forget")
  }

  static let nobodyToAsk = Message(
    code: "pair.nobody-to-ask", "nobody is there to be asked", hint: "'--yes' takes it away without asking")

  static func askToForget(_ path: String) -> String {
    "Take '\(path.escaped)' away? What it is good for cannot be had again without a new code. [y/N] "
  }

  static let notForgotten = Message(code: "pair.not-forgotten", "nothing was taken away")

  static func notRemoved(_ error: FileError) -> Message {
    Message(code: "pair.not-removed", "'\(error.path)' cannot be taken away: \(error.reason)")
  }

  static func forgotten(_ path: String, _ pairing: Pairing) -> String {
    "'\(path.escaped)' was taken away; \(pairing.afterForgetting)\n"
  }
}
