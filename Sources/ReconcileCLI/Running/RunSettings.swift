import CivilTime
import HTTPTransport
import Reconciliation

/// What the command line says about a run.
struct RunSettings: Sendable {
  var targets: [String]
  var maxChanges: Int?
  var isDetailed: Bool
  var format: OutputFormat
  var color: ColorChoice
  var deadlineSeconds: Int64
  var isVerbose: Bool
  /// How often `watch` looks for what others moved.
  var intervalSeconds: Int64
  /// How far `next` looks ahead.
  var hours: Int
  /// How far `compare` looks ahead.
  var days: Int
  /// Where a plan is written to, and which one is carried out; nil for none.
  var outputPath: String?
  var planPath: String?
  /// The plan at `planPath`, once it was read, and what tells the policy's text from every other.
  var approvedPlan: PlanFile?
  var policyFingerprint = ""
  /// Who is told what a run did.
  var audience: Audience
  private var instants: [Option: String]

  /// When colours are used.
  enum ColorChoice: String, CaseIterable, Sendable {
    case auto
    case always
    case never
  }

  init(_ invocation: Invocation) throws(UsageError) {
    targets = invocation.options[.target] ?? []
    maxChanges = try Self.count(.maxChanges, invocation)
    isDetailed = invocation.has(.detailedExitcode)
    format = try Self.choice(.format, invocation, among: invocation.command.formats) ?? .text
    color = try Self.choice(.color, invocation, among: ColorChoice.allCases) ?? .auto
    deadlineSeconds = try Self.duration(.deadline, invocation) ?? 60
    isVerbose = invocation.has(.verbose)
    intervalSeconds = try Self.duration(.interval, invocation) ?? 60
    hours = try Self.count(.hours, invocation, within: 1...366 * 24) ?? 48
    days = try Self.count(.days, invocation, within: 1...366) ?? 14
    outputPath = invocation.value(.output)
    planPath = invocation.value(.planFile)
    audience = try Audience(invocation)
    instants = [:]
    for option in [Option.at, .from, .to, .since] { instants[option] = invocation.value(option) }
  }

  /// The instant that `option` gives; nil where it is not given.
  func instant(_ option: Option, in zone: Zone, now: Instant) throws(UsageError) -> Instant? {
    guard let text = instants[option] else { return nil }
    do throws(InstantTextError) {
      return try Instant(text, in: zone, now: now, clockTime: .today)
    } catch {
      throw UsageError.badValue(
        option, text, expected: "an instant is now, 21:30, '2026-11-20 21:30', RFC 3339, +90m or -90m")
    }
  }

  /// Where what is told begins; nil where nothing is said of it.
  func start(in zone: Zone, now: Instant) throws(UsageError) -> Instant? {
    guard let text = instants[.since] else { return nil }
    do throws(InstantTextError) {
      return try HistoryStart.instant(text, in: zone, now: now)
    } catch {
      throw UsageError.badValue(
        .since, text,
        expected: "a start is 2h (ago), 21:30 (the last one), today, yesterday, '2026-11-20 21:30', or RFC 3339")
    }
  }

  /// Colours as the person and the terminal want them.
  func style(_ environment: Environment) -> Style {
    switch color {
    case .always: Style(isOn: true)
    case .never: Style(isOn: false)
    case .auto:
      Style(isOn: environment.outputIsTerminal && (environment.variable("NO_COLOR") ?? "").isEmpty)
    }
  }

  /// Tells of every exchange on standard error, where the person wants it.
  func log(_ environment: Environment) -> Environment.ExchangeLog? {
    guard isVerbose else { return nil }
    let hidden = audience.address.map(TransportEvent.pathOfNotification)
    return { event in
      // Such a path may be the token.
      let event = event.path == hidden ? event.withoutPath : event
      if let lines = environment.logLines { return lines.add(event) }
      environment.error(event.words.escaped + "\n")
    }
  }

  private static func count(_ option: Option, _ invocation: Invocation) throws(UsageError) -> Int? {
    guard let text = invocation.value(option) else { return nil }
    guard let count = Int(text), count >= 0 else {
      throw UsageError.badValue(option, text, expected: "give a whole number, 0 or more")
    }
    return count
  }

  private static func count(
    _ option: Option, _ invocation: Invocation, within bounds: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    guard let text = invocation.value(option) else { return nil }
    guard let count = Int(text), bounds.contains(count) else {
      throw UsageError.badValue(
        option, text, expected: "give a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
    }
    return count
  }

  private static func duration(_ option: Option, _ invocation: Invocation) throws(UsageError) -> Int64? {
    guard let text = invocation.value(option) else { return nil }
    guard let seconds = DurationText.seconds(text), seconds > 0 else {
      throw UsageError.badValue(option, text, expected: "a duration is written like 90s or 1m30s")
    }
    return seconds
  }

  static func choice<Choice: RawRepresentable<String>>(
    _ option: Option, _ invocation: Invocation, among choices: [Choice]
  ) throws(UsageError) -> Choice? {
    guard let text = invocation.value(option) else { return nil }
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      let known = choices.map(\.rawValue).joined(separator: " or ")
      throw UsageError.badValue(option, text, expected: "'\(invocation.command.rawValue)' knows: \(known)")
    }
    return choice
  }
}
