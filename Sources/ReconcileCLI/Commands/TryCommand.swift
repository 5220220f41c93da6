import CivilTime
import Controller
import Host
import Policies
import Presentation

/// `reconcile try`: what sentences mean, before they are in any file.
enum TryCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let request = try TriedRequest(invocation, environment)
    let now = environment.now()
    var loaded = LoadedPolicy(
      trying: request.sentences, beside: request.policy, timezone: request.timezone, environment)
    loaded.format = output.format
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let range = TimelineRange(zone: policy.zone, now: now, format: output.format)
    let tried = TriedPolicy(
      request.sentences, policy, path: request.policy, now: now, range: try range.range(from: range.beginning, to: nil))
    if output.format == .json {
      environment.output(tried.json.line)
    } else {
      environment.output(tried.text(output.style(environment)))
    }
    loaded.advisedOfTried(request.sentences.count, at: now).write(to: environment.error, environment)
    return .success
  }
}

/// What `try` is asked about.
struct TriedRequest: Hashable {
  /// Each on one line.
  var sentences: [String]
  /// The policy whose names they use; nil where all targets are made up.
  var policy: String?
  /// The zone where no policy says it.
  var timezone: String

  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    var operands = invocation.operands
    var named = invocation.value(.policy)
    if let place = operands.firstIndex(where: Self.isPolicy) {
      if named != nil { throw UsageError.policyTwice }
      named = operands.remove(at: place)
    }
    sentences = Self.sentences(operands)
    if sentences.isEmpty { throw Messages.sentenceMissing }
    let zones = Zones(environment.files)
    timezone = zones.ofMachine.name
    guard let zone = invocation.value(.timezone) else {
      let path = PolicyPath(given: named, environment)
      policy = path.isMissing(environment) ? nil : path.path
      return
    }
    // Who says where it is wants to hear of the sentence alone.
    if named != nil { throw Messages.zoneAndPolicy }
    policy = nil
    timezone = try Self.checked(zone, zones)
  }

  /// A word that can be no part of a sentence.
  private static func isPolicy(_ word: String) -> Bool {
    if word.contains(where: \.isWhitespace) { return false }
    return [".yaml", ".yml", "/"].contains { word.hasSuffix($0) } || ["/", "./", "../"].contains { word.hasPrefix($0) }
  }

  /// Where one of `operands` has a space each is a sentence; else together they are one that nobody put in quotes.
  private static func sentences(_ operands: [String]) -> [String] {
    let isQuoted = operands.contains { $0.contains { $0.isWhitespace } }
    return (isQuoted ? operands : operands.isEmpty ? [] : [operands.joined(separator: " ")])
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }

  private static func checked(_ zone: String, _ zones: Zones) throws(UsageError) -> String {
    switch zones.look(zone) {
    case .zone(let found): return found.name
    case .unknown(let suggestions): throw SetupMessages.zoneUnknown(zone, suggestions)
    case .unreadable(let reason): throw SetupMessages.zoneUnreadable(reason)
    }
  }
}
