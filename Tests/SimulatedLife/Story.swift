import CivilTime

/// A life that went wrong, as short as it could be made.
public struct Story: Sendable {
  let beginning: Beginning
  let violation: Violation

  /// What did not hold.
  public var invariant: Invariant { violation.invariant }

  /// What happened, line by line.
  public var text: String {
    let events = beginning.events.map { event in
      "  \(Instant(secondsSinceEpoch: event.at)) (\(event.at)) \(Self.text(event.deed))"
    }
    return """
      \(violation.invariant.rawValue): \(violation.found)
      in \(beginning.rules.zone), from \(Instant(secondsSinceEpoch: beginning.start)):
      \(beginning.rules.text)
      \(events.joined(separator: "\n"))

      """
  }

  private static func text(_ deed: Deed) -> String {
    if case .rules(let rules) = deed {
      return "rules\n" + rules.text.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n")
    }
    return "\(deed)".split(separator: "SimulatedLife.").joined()
  }
}
