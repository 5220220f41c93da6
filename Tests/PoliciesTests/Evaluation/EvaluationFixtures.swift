import CivilTime
import Documents
import PiHole
import Policies
import TestSupport
import Testing
import UniFi

/// Policies put together without a file.
enum MadePolicy {
  static let span = SourceSpan(
    file: "made.yaml", start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: 1))

  static func zone(_ name: String) throws -> Zone {
    name == "UTC" ? .utc : try Zone(name: name, bytes: try Fixtures.bytes("zoneinfo/" + name))
  }

  static func policy(
    zone: Zone, targets: [Target] = [target("kids")], schedules: [NamedSchedule] = [], _ statements: [Statement]
  ) -> Policy {
    Policy(
      path: "made.yaml", kinds: .shipped, zone: zone, owner: "home", maxChanges: nil, systems: [], targets: targets,
      schedules: schedules, statements: statements, tests: [])
  }

  static func target(_ name: String, otherwise: TargetState = .on) -> Target {
    let selector = Selector.wifi(system: Name("gateway"), ObjectNames(included: [.name(name)]))
    return Target(name: Name(name), selector: selector, otherwise: otherwise, enforcement: .normal, span: span)
  }

  static func group(_ name: String, of members: [String]) -> Target {
    Target(name: Name(name), selector: .targets(members.map(Name.init)), otherwise: nil, enforcement: nil, span: span)
  }

  static func statement(_ state: TargetState, _ when: Schedule..., of targets: [String] = ["kids"]) -> Statement {
    statement(state, when, of: targets)
  }

  static func statement(_ state: TargetState, _ when: [Schedule], of targets: [String] = ["kids"]) -> Statement {
    Statement(id: "policy", subjects: targets.map(Name.init), state: state, when: when, because: nil, span: span)
  }

  static func named(_ name: String, ofDays: Bool = false, _ parts: Schedule...) -> NamedSchedule {
    NamedSchedule(name: Name(name), parts: parts, isSetOfDays: ofDays, span: span)
  }
}

extension Days {
  static let workdays = Days.weekdays([.monday, .tuesday, .wednesday, .thursday, .friday])
  static let weekend = Days.weekdays([.saturday, .sunday])

  static func named(_ name: String) -> Days { .schedule(Name(name)) }

  /// `2026-12-23` or `2026-12-23..2027-01-06`.
  static func dates(_ text: String) -> Days {
    let ends = text.split(separator: ".").compactMap { day(String($0)) }
    return .dates(ends[0]...ends[ends.count - 1])
  }

  /// `12-24` or `12-24..01-06`.
  static func yearly(_ text: String) -> Days {
    let numbers = text.split { $0 == "." || $0 == "-" }.compactMap { Int($0) }
    let ends = [numbers.prefix(2), numbers.suffix(2)].compactMap {
      MonthDay(month: $0[$0.startIndex], day: $0[$0.startIndex + 1])
    }
    return .yearly(from: ends[0], through: ends[1])
  }

  static func day(_ text: String) -> CivilDate? {
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
  }
}

extension TimeRange {
  /// `21:00-07:00`.
  init(_ text: String) {
    let numbers = text.split { $0 == ":" || $0 == "-" }.compactMap { Int($0) }
    self.init(
      start: TimeOfDay(hour: numbers[0], minute: numbers[1]) ?? .midnight,
      end: TimeOfDay(hour: numbers[2], minute: numbers[3]) ?? .endOfDay)
  }
}

extension Schedule {
  /// Windows of these days and times; all day if there are none.
  static func on(_ days: Days, _ times: String..., except exceptions: [Exception] = []) -> Schedule {
    Schedule(clauses: [.on(days, times)], exceptions: exceptions)
  }
}

extension Schedule.Clause {
  static func on(_ days: Days, _ times: [String] = []) -> Schedule.Clause {
    .windows(on: days, at: times.isEmpty ? [.allDay] : times.map { TimeRange($0) })
  }

  static func named(_ name: String) -> Schedule.Clause { .schedule(Name(name)) }
}
