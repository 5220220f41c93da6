import Foundation
import Steps
import TestSupport
import Testing

/// What the commands cost that only read the policy: in proportion to it, in whichever way it is long.
@Suite struct CommandCostTests {
  /// The parts of a policy of which there can be many, and the rest of it.
  struct Load: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (_ count: Int) -> String
  }

  private static func lines(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map { text($0) + "\n" }.joined()
  }
  private static func time(_ number: Int) -> String {
    [number / 60 % 6 + 16, number % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
  }
  private static let head = """
    timezone: Europe/Berlin
    systems:
      g: {kind: unifi, url: "https://192.168.1.1", api-key: {credential: unifi-api-key}}

    """

  static let loads = [
    Load(testDescription: "lines") { count in
      head + "targets:\n  kids: {wifi: [K]}\npolicy:\n" + lines(count) { "  - kids off \(time($0))–07:00" }
    },
    Load(testDescription: "lines as maps") { count in
      head + "targets:\n  kids: {wifi: [K]}\npolicy:\n"
        + lines(count) { "  - {target: kids, state: off, when: [\"\(time($0))–07:00\"], because: \"reason \($0)\"}" }
    },
    Load(testDescription: "targets with a line each") { count in
      head + "targets:\n" + lines(count) { "  t\($0): {wifi: [W\($0)]}" } + "policy:\n"
        + lines(count) { "  - t\($0) off \(time($0))–07:00" }
    },
    Load(testDescription: "schedules with a line each") { count in
      head + "schedules:\n" + lines(count) { "  s\($0): [\(time($0))–07:00]" }
        + "targets:\n  kids: {wifi: [K]}\npolicy:\n"
        + lines(count) { "  - kids off s\($0)" }
    },
    Load(testDescription: "devices of one target") { count in
      head + "devices:\n"
        + lines(count) {
          "  d\($0): 02:00:5e:00:\(String($0 / 256 + 16, radix: 16)):\(String($0 % 256 + 256, radix: 16).dropFirst())"
        }
        + "targets:\n  kids: {devices: [\((0..<count).map { "d\($0)" }.joined(separator: ", "))]}\npolicy:\n"
        + "  - kids off 21:00–07:00\n"
    },
    Load(testDescription: "names of one target") { count in
      head + "targets:\n  kids: {acl-rules: [\((0..<count).map { "R\($0)" }.joined(separator: ", "))]}\npolicy:\n"
        + "  - kids off 21:00–07:00\n"
    },
    Load(testDescription: "people, each with a guarded target") { count in
      head + "people:\n" + lines(count) { "  p\($0): {}" } + "targets:\n"
        + lines(count) { "  t\($0): {wifi: [W\($0)], guard: {approve: p\($0)}}" } + "policy:\n"
        + lines(count) { "  - t\($0) off \(time($0))–07:00" }
    },
    Load(testDescription: "tests") { count in
      head + "targets:\n  kids: {wifi: [K]}\npolicy:\n  - kids off 21:00–07:00\ntests:\n"
        + lines(count) { "  - {at: 2026-12-01 \(time($0)), expect: {kids: on}}" }
    },
    Load(testDescription: "comments") { count in
      head + "targets:\n" + lines(count) { "  # 02:00:5e:00:00:\($0)" }
        + "  kids: {wifi: [K]}\npolicy:\n  - kids off 21:00–07:00\n"
    },
    Load(testDescription: "dates that are excepted") { count in
      head + "schedules:\n  trips:\n"
        + lines(count) {
          "    - \(2026 + $0 / 300)-\($0 / 25 % 12 + 1 < 10 ? "0" : "")\($0 / 25 % 12 + 1)-\($0 % 25 + 1 < 10 ? "0" : "")\($0 % 25 + 1)"
        }
        + "targets:\n  kids: {wifi: [K]}\npolicy:\n  - kids off 21:00–07:00 except trips\n"
    },
    Load(testDescription: "systems with a target each") { count in
      "timezone: Europe/Berlin\nsystems:\n"
        + lines(count) {
          "  g\($0): {kind: unifi, url: \"https://10.0.\($0 / 250).\($0 % 250 + 1)\", api-key: {credential: key-\($0)}}"
        }
        + "targets:\n" + lines(count) { "  t\($0): {system: g\($0), wifi: [W]}" } + "policy:\n"
        + lines(count) { "  - t\($0) off \(time($0))–07:00" }
    },
  ]

  static let commands = [
    "validate a.yaml", "explain --policy a.yaml", "next --policy a.yaml", "timeline --policy a.yaml --days 2",
    "timeline --policy a.yaml --format svg", "status a.yaml", "people --policy a.yaml", "fmt --check a.yaml",
    "test a.yaml", "compare b.yaml a.yaml", "compare a.yaml b.yaml", "units a.yaml",
  ]

  @Test(arguments: loads.indices, commands) func twiceThePolicyIsTwiceTheWork(place: Int, command: String) {
    let load = Self.loads[place]
    let growth = Steps.growth(from: 120) { count in
      var world = TestWorld()
      world.files["a.yaml"] = load.make(count)
      world.files["b.yaml"] = load.make(count).replacingOccurrences(of: "–07:00", with: "–08:00")
      return world
    } _: { world in
      let outcome = world.run(command.split(separator: " ").map(String.init))
      // Two files that differ are no mistake.
      #expect(outcome.status <= 2, "\(load) \(command): \(outcome.output.prefix(300)) \(outcome.error.prefix(300))")
    }
    #expect(growth < Steps.most, "\(load): \(command)")
  }

  /// A household with an override of each target, and a newer one of half of them; or all targets have other names since.
  @Test(
    arguments: ["override list", "status a.yaml", "explain --policy a.yaml", "next --policy a.yaml"], [false, true])
  func twiceTheOverridesAreTwiceTheWork(command: String, isRenamed: Bool) {
    let growth = Steps.growth(from: 60) { count in
      var world = TestWorld()
      world.files["a.yaml"] = Self.loads[2].make(count)
      for (names, state) in [(0..<count, "on"), (0..<count / 2, "off")] {
        let made = world.run(["override"] + names.map { "t\($0)" } + [state, "--for", "5h", "--policy", "a.yaml"])
        #expect(made.status == 0, "\(made)")
      }
      if isRenamed { world.files["a.yaml"]?.replace(" t", with: " other-") }
      return world
    } _: { world in
      let words = command.split(separator: " ").map(String.init)
      let outcome = world.run(command == "override list" ? words + ["--policy", "a.yaml"] : words)
      #expect(outcome.status <= 2, "\(command): \(outcome.output.prefix(300)) \(outcome.error.prefix(300))")
      #expect(!isRenamed || (outcome.output + outcome.error).contains("'t"), "\(outcome)")
    }
    #expect(growth < Steps.most, "\(command)")
  }

  /// Commands that make overrides of many targets, beside as many that hold, each with a longer end than the one before.
  @Test(
    "twice the targets are twice the work",
    arguments: [
      ("override T off --for Hh", "more T 30m"), ("override T off --for Hh", "override T on --for 5h"),
      ("override T off --for 5h", "lock T --for 500h"), ("override T on --for Hh", "lock T --for 400h"),
      ("override house off --for Hh", "lock house --for 400h"), ("override house on --for Hh", "lock house --for 400h"),
      ("more house Hm", "more house 30m"), ("more house 30m", "lock house --for 400h"), ("more T Hm", "more house 30m"),
      ("lock house --for Hh", "override house on --for 5h"),
    ])
  func makingOverrides(command: String, before: String) {
    var hours = 10
    let growth = Steps.growth(from: 60) { count in
      var world = TestWorld()
      world.files["a.yaml"] =
        Self.head + "targets:\n" + Self.lines(count) { "  t\($0): {wifi: [W\($0)]}" }
        + "  house: {targets: [\((0..<count).map { "t\($0)" }.joined(separator: ", "))]}\n"
        + "policy:\n  - house off 21:00–07:00\n"
      let made = Self.run(before, of: count, in: world)
      #expect(made.status == 0, "\(made)")
      return (world, count)
    } _: { world, count in
      hours += 1
      let made = Self.run(command.replacing("H", with: "\(hours)"), of: count, in: world)
      // What is so anyway, or is locked, is refused.
      #expect([0, 4].contains(made.status), "\(made)")
    }
    #expect(growth < Steps.most, "\(command), after \(before)")
  }

  /// `command` with all targets of `count` for its `T`.
  private static func run(_ command: String, of count: Int, in world: TestWorld) -> TestWorld.Outcome {
    let words = command.split(separator: " ").flatMap { word in
      word == "T" ? (0..<count).map { "t\($0)" } : [String(word)]
    }
    return world.run(words + ["--policy", "a.yaml"])
  }
}
