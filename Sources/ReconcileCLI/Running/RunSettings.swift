import CivilTime
import Documents
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
  /// Which policy and which state the command line named, as they are typed again: `" --policy home.yaml"`, or nothing.
  let again: String
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
    let policy = invocation.policyOperand ?? invocation.value(.policy)
    again = [("policy", policy), ("state", invocation.value(.state))].map { name, value in
      value.map { " --\(name) \(ShellWord.word($0))" } ?? ""
    }.joined()
    instants = [:]
    for option in [Option.at, .from, .to, .since] { instants[option] = invocation.value(option) }
  }

  /// The instant that `option` gives as `role`; nil where it is not given.
  func instant(
    _ option: Option, as role: MomentRole, in zone: Zone, now: Instant
  ) throws(UsageError) -> Instant? {
    guard let text = instants[option] else { return nil }
    return try Instant(given: text, for: option, as: role, in: zone, now: now)
  }

  /// Colours as the person and the terminal want them.
  func style(_ environment: Environment) -> Style {
    let isOn =
      switch color {
      case .always: true
      case .never: false
      case .auto: environment.outputIsTerminal && (environment.variable("NO_COLOR") ?? "").isEmpty
      }
    return Style(isOn: isOn, screen: Screen(environment))
  }

  /// Tells of every exchange on standard error, where the person wants it.
  func log(_ environment: Environment) -> Environment.ExchangeLog? {
    guard isVerbose else { return nil }
    let hidden = audience.address.map(TransportEvent.pathOfNotification)
    let hidesAll = audience.addressCredential != nil
    return { event in
      // Such a path may be the token. What goes to no system goes to the address.
      let event = event.path == hidden || hidesAll && event.system == nil ? event.withoutPath : event
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
    return try CivilLength(given: text, for: option).nominalSeconds
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
