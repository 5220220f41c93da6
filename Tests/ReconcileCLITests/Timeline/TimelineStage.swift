import CivilTime
import Policies
import TestSupport
import Testing

@testable import Presentation

/// What the tests of timelines are told in: zones by name, instants and states as texts.
enum TimelineStage {
  static func zone(_ name: String) throws -> Zone {
    try Zone(name: name, bytes: try Fixtures.bytes("zoneinfo/" + name))
  }

  /// `2026-11-20 21:00` in `zone`, or RFC 3339.
  static func instant(_ text: String, _ zone: Zone) throws -> Instant { try Instant(text, in: zone) }

  /// A whole range of one state but for the stretches named: `off 2026-11-20 21:00 … 2026-11-21 07:00`.
  static func intervals(
    _ stretches: [(TargetState, Range<Instant>)], otherwise: TargetState, in range: Range<Instant>
  ) -> [StateInterval] {
    var result: [StateInterval] = []
    var reached = range.lowerBound
    for (state, stretch) in stretches.map({ ($0.0, $0.1.clamped(to: range)) }) where !stretch.isEmpty {
      if reached < stretch.lowerBound {
        result.append(StateInterval(range: reached..<stretch.lowerBound, state: otherwise))
      }
      result.append(StateInterval(range: stretch, state: state))
      reached = stretch.upperBound
    }
    if reached < range.upperBound { result.append(StateInterval(range: reached..<range.upperBound, state: otherwise)) }
    return result
  }
}

/// One target over some days, told in texts.
struct ToldDays: Sendable {
  var zone = "Europe/Berlin"
  var from: String
  var to: String
  /// `off 2026-11-20 21:00 … 2026-11-21 07:00`, in order.
  var stretches: [String] = []
  var otherwise = TargetState.on

  struct Drawn {
    var zone: Zone
    var range: Range<Instant>
    var days: [TimelineDay]
    var intervals: [StateInterval]
  }

  func drawn() throws -> Drawn {
    let zone = try TimelineStage.zone(zone)
    let range = try TimelineStage.instant(from, zone)..<TimelineStage.instant(to, zone)
    let told = try stretches.map { text in
      let state = try #require(TargetState(rawValue: String(text.prefix { $0 != " " })))
      let ends = text.drop { $0 != " " }.dropFirst().split(separator: " … ").map(String.init)
      return (state, try TimelineStage.instant(ends[0], zone)..<TimelineStage.instant(ends[1], zone))
    }
    return Drawn(
      zone: zone, range: range, days: TimelineDay.days(of: range, in: zone),
      intervals: TimelineStage.intervals(told, otherwise: otherwise, in: range))
  }
}
