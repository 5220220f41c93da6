import CivilTime

extension DefinitionChange {
  /// The tests that are new, gone or ask for something else: first what the new file has, in its order, then what is gone.
  ///
  /// Each is known by what it is called, else by its times. Times are compared as each file's own clocks show them, so that
  /// another zone alone makes no test another one.
  static func tests(_ old: Policy, _ new: Policy) -> [DefinitionChange] {
    var same: [TestText: Int] = [:]
    let before = old.tests.map { TestText($0, old.zone) }
    let after = new.tests.map { TestText($0, new.zone) }
    for test in before { same[test, default: 0] += 1 }
    let others = after.filter { test in
      guard let count = same[test], count > 0 else { return true }
      same[test] = count - 1
      return false
    }
    // What is left of each is in the old file alone; which of several that are alike does not matter.
    let gone = before.filter { test in
      guard let count = same[test], count > 0 else { return false }
      same[test] = count - 1
      return true
    }
    var former = Dictionary(grouping: gone.indices.reversed()) { gone[$0].key }
    var isKept = Set<Int>()
    let changed = others.map { test in
      guard let place = former[test.key]?.popLast() else {
        return DefinitionChange(kind: .test, name: nil, property: nil, before: nil, after: test.text)
      }
      isKept.insert(place)
      return DefinitionChange(
        kind: .test, name: nil, property: gone[place].when == test.when ? "expect" : "at", before: gone[place].text,
        after: test.text)
    }
    return changed
      + gone.indices.filter { !isKept.contains($0) }.map {
        DefinitionChange(kind: .test, name: nil, property: nil, before: gone[$0].text, after: nil)
      }
  }
}

/// A test as it can be compared and shown: `'bedtime', Fri 2026-11-20 22:00: kids off`.
private struct TestText: Hashable {
  let name: String?
  let when: String
  let expect: String

  init(_ test: PolicyTest, _ zone: Zone) {
    name = test.name
    when =
      switch test.when {
      case .at(let instants): instants.map { Self.text($0, zone) }.joined(separator: ", ")
      case .throughout(let range):
        "\(Self.text(range.lowerBound, zone)) to \(Self.text(range.upperBound, zone))"
      }
    expect = test.expect.map { "\($0.target) \($0.state.rawValue)" }.joined(separator: ", ")
  }

  /// What it is known by in the other file.
  var key: String { name ?? when }

  var text: String { (name.map { "'\($0)', " } ?? "") + "\(when): \(expect)" }

  private static func text(_ instant: Instant, _ zone: Zone) -> String {
    let local = zone.local(instant)
    let isTwice = zone.instants(local: local).count > 1
    return "\(local.date.weekday.shortName) \(local.date) \(local.clockText)"
      + (isTwice ? " \(zone.offsetText(at: instant))" : "")
  }
}
