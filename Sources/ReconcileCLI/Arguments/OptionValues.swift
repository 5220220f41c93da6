import CivilTime
import Controller
import Documents
import HTTPTransport
import Host
import Presentation
import Text

/// The values of options, read as what they stand for.
extension Invocation {
  /// A whole number, 0 or more; nil where the option is not given.
  func count(_ option: Option) throws(UsageError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let count = Int(text), count >= 0 else {
      throw UsageError.badValue(option, text, expected: "give a whole number, 0 or more")
    }
    return count
  }

  /// A whole number within `bounds`.
  func count(_ option: Option, within bounds: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let count = Int(text), bounds.contains(count) else {
      throw UsageError.badValue(
        option, text, expected: "give a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
    }
    return count
  }

  /// A length of time, in seconds.
  func duration(_ option: Option) throws(UsageError) -> Int64? {
    guard let text = value(option) else { return nil }
    return try CivilLength(given: text, for: option).nominalSeconds
  }

  /// One of `choices`.
  func choice<Choice: RawRepresentable<String>>(
    _ option: Option, among choices: [Choice]
  ) throws(UsageError) -> Choice? {
    guard let text = value(option) else { return nil }
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      let known = choices.map(\.rawValue).listed("or")
      throw UsageError.badValue(option, text, expected: "'\(command.name)' takes \(known)")
    }
    return choice
  }

  /// An instant in the role `role`.
  func instant(
    _ option: Option, as role: MomentRole, in zone: Zone, now: Instant
  ) throws(UsageError) -> Instant? {
    guard let text = value(option) else { return nil }
    return try Instant(given: text, for: option, as: role, in: zone, now: now)
  }

  /// How the result is written.
  var format: OutputFormat {
    get throws(UsageError) { try choice(.format, among: command.formats) ?? .text }
  }

  /// How many days; nil where none are given.
  var days: Int? {
    get throws(UsageError) { try count(.days, within: 1...366) }
  }

  /// The targets that are named by `--target`.
  var targets: [String] { options[.target] ?? [] }

  /// Tells of every exchange on standard error, where the person wants it. What goes to `publishing` may have a token in
  /// its path.
  func log(_ environment: Environment, hiding publishing: PublisherSettings? = nil) -> Environment.ExchangeLog? {
    guard has(.verbose) else { return nil }
    let hidden = publishing?.address.map(TransportEvent.pathOfNotification)
    let hidesAll = publishing?.addressCredential != nil
    return { event in
      // What goes to no system goes to the address.
      let event = event.path == hidden || hidesAll && event.system == nil ? event.withoutPath : event
      if let log = environment.exchangeLog { return log(event) }
      environment.error(event.words.escaped + "\n")
    }
  }
}
