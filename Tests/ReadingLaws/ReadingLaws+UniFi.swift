import HTTPTransport
import JSONTree
import PiHole
import Policies
import Providers
import Planning
import Simulator
import TestSupport
import UniFi

extension ReadingLaws {
  /// The laws that a run against a console breaks, some of whose answers are those of `bytes` (`AnswerScript`): it looks
  /// at everything and moves one switch of each kind. Empty where all hold.
  public static func brokenByConsole(_ bytes: [UInt8]) -> [String] {
    EventLoop().run { () async -> [String] in await ConsoleRun(AnswerScript(bytes)).broken() }
  }
}

private struct ConsoleRun {
  private static let base = "/proxy/network/integration/v1"
  private static let kinds: [ObjectKind] = [.aclRule, .firewallPolicy, .wifi]
  private static let gateway = Name("gateway")
  private static let household = Household.console()

  private let wire: FakeWire<Interrupted<UniFiConsole>>
  private let observer: UniFiObserver
  private let applier: UniFiApplier

  init(_ script: AnswerScript) {
    wire = FakeWire(Interrupted(Self.household, script), basePath: Self.base)
    observer = UniFiObserver(
      UniFiSettings(system: Self.gateway, apiKey: Secret(Household.apiKey), site: nil), read: wire, sleep: wire.sleep)
    applier = UniFiApplier(after: observer, write: wire)
  }

  func broken() async -> [String] {
    do throws(ProviderError) {
      let seen = try await observer.observe(Set(Self.kinds))
      var broken = await faults(of: seen)
      for kind in Self.kinds {
        guard let object = seen.objects.first(where: { $0.kind == kind && $0.id != nil && $0.isUserDefined }),
          let change = Change(flipping: object, on: Self.gateway)
        else { continue }
        broken += await faults(of: change)
      }
      return broken
    } catch {
      return ReadingLaws.leaks(of: [Household.apiKey], in: error.message.texts)
    }
  }

  /// A kind whose list was not read to its end is refused, and never looks shorter than it is.
  private func faults(of seen: Observation) async -> [String] {
    let transcript = await transcript
    let counts = Self.kinds.filter { seen.unavailableKinds[$0] == nil }.flatMap { kind in
      let list = transcript.exchanges.last { $0.request.method == "GET" && $0.request.path.hasSuffix(Self.list(kind)) }
      let total = list?.response.tree?["totalCount"]?.int
      return total == seen.objects.count(where: { $0.kind == kind }) ? [] : ["not all objects of \(kind) were seen"]
    }
    let texts = (seen.warnings + seen.unavailableKinds.values).flatMap(\.texts)
    return counts + ReadingLaws.leaks(of: [Household.apiKey], in: texts)
  }

  private func faults(of change: Change) async -> [String] {
    let before = await transcript.exchanges.count
    do throws(ProviderError) {
      let outcome = try await applier.apply(change)
      let transcript = await transcript.dropping(before)
      return Self.faults(of: change, outcome, transcript)
        + ReadingLaws.leaks(of: [Household.apiKey], in: outcome.texts)
    } catch {
      return Self.faults(ofWrites: change, await transcript.dropping(before))
        + ReadingLaws.leaks(of: [Household.apiKey], in: error.message.texts)
    }
  }

  private var transcript: Transcript { get async { Transcript(exchanges: await wire.system.exchanges) } }

  private static func list(_ kind: ObjectKind) -> String {
    switch kind {
    case .aclRule: "/acl-rules"
    case .firewallPolicy: "/firewall/policies"
    case .wifi: "/wifi/broadcasts"
    default: ""
    }
  }
}

extension ConsoleRun {
  private static func faults(of change: Change, _ outcome: Outcome, _ transcript: Transcript) -> [String] {
    let isShown = transcript.lastReading?["enabled"]?.bool == (change.to.position == .enabled)
    let isTaken = transcript.writes.contains { $0.response.isSuccess }
    let words: [String] =
      switch outcome {
      case .applied: isShown ? [] : ["applied, and the last answer does not show it"]
      case .superseded: isTaken ? ["superseded, and a write was taken"] : []
      case .unverified: transcript.writes.isEmpty ? ["unverified without a write"] : []
      case .failed, .stuck, .skipped: []
      }
    return words + faults(ofWrites: change, transcript)
  }

  /// What is sent is what was read, but for the switch and for what an update cannot hold.
  private static func faults(ofWrites change: Change, _ transcript: Transcript) -> [String] {
    guard let first = transcript.writes.first else { return [] }
    guard let sent = first.request.tree?.members, let read = transcript.readingBeforeWrite else {
      return ["a write without a reading before it"]
    }
    let unsent = ["id", "index", "metadata"].filter { name in !sent.contains { $0.name == name } }
    let expected = read.removing(unsent).setting("enabled", to: .bool(change.to.position == .enabled))
    let isTheObject = read["name"]?.string == change.name && first.request.path.hasSuffix(change.id ?? "")
    return (expected == .object(sent) ? [] : ["what is sent is not what was read"])
      + (isTheObject ? [] : ["another object is written"])
      + (transcript.writes.count > 10 ? ["\(transcript.writes.count) writes for one change"] : [])
  }
}

extension Change {
  /// The change that moves the switch of `object` to its other position; nil where it has no such switch.
  init?(flipping object: ObservedObject, on system: Name) {
    let other: SwitchState.Position? =
      switch object.switchState.position {
      case .enabled: .disabled
      case .disabled: .enabled
      case .active: .paused
      case .paused: .active
      case .absent, .mixed, .unknown: nil
      }
    guard let other else { return nil }
    self.init(
      target: Name("kids"), system: system, kind: object.kind, id: object.id, name: object.name,
      from: object.switchState,
      to: SwitchState(other), domainEntry: DomainEntry(of: object))
  }
}

extension DomainEntry {
  fileprivate init?(of object: ObservedObject) {
    guard let record = object.record, let text = record.spellings.first else { return nil }
    self.init(
      list: record.list, isRegex: record.isRegex, text: text, groups: record.groups, mark: record.comment ?? "")
  }
}
