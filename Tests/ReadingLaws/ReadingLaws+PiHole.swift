import CivilTime
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
  /// The laws that a run against a Pi-hole breaks, some of whose answers are those of `bytes` (`AnswerScript`): it looks
  /// at everything, moves one switch of each kind, makes a domain entry, removes one and logs out. Empty where all hold.
  public static func brokenByPiHole(_ bytes: [UInt8]) -> [String] {
    EventLoop().run { () async -> [String] in await PiHoleRun(AnswerScript(bytes)).broken() }
  }
}

private struct PiHoleRun {
  private static let base = "/api"
  private static let kinds: [ObjectKind] = [.blocking, .group, .domain, .list]
  private static let pihole = Name("pihole")
  private static let start: Int64 = 1_790_000_000

  private let wire: FakeWire<Interrupted<PiHole>>
  private let session: PiHoleSession
  private let observer: PiHoleObserver
  private let applier: PiHoleApplier

  private static let household = {
    var household = Household.piHole(at: Double(start))
    household.loginMilliseconds = 0
    return household
  }()

  init(_ script: AnswerScript) {
    wire = FakeWire(Interrupted(Self.household, script), basePath: Self.base, clock: Double(Self.start))
    session = PiHoleSession(
      settings: PiHoleSettings(system: Self.pihole, password: Secret(Household.password)), transport: wire,
      sleep: wire.sleep, random: { 0.5 })
    let now = Instant(secondsSinceEpoch: Self.start)
    observer = PiHoleObserver(session: session, now: { now })
    applier = PiHoleApplier(session: session, transport: wire, now: { now })
  }

  func broken() async -> [String] {
    var broken: [String] = []
    do throws(ProviderError) {
      let seen = try await observer.observe(Set(Self.kinds))
      broken += await faults(of: seen)
      for change in Self.changes(seen) { broken += await faults(of: change) }
      _ = try await session.login()
    } catch {
      broken += await leaks(in: error.message.texts)
    }
    await observer.close()
    return broken + (await faultsOfSeats())
  }

  /// One of each kind, an entry that is to be made, and the first entry there is to be removed.
  private static func changes(_ seen: Observation) -> [Change] {
    let flips = kinds.compactMap { kind in seen.objects.last { $0.kind == kind && $0.isUserDefined } }
      .compactMap { Change(flipping: $0, on: pihole) }
    let entry = DomainEntry(list: .deny, isRegex: false, text: "new.example", groups: ["Default"], mark: "reconcile:x")
    let made = Change(
      target: Name("sites"), system: pihole, kind: .domain, id: "deny/exact/new.example", name: "new.example",
      from: SwitchState(.absent), to: SwitchState(.enabled), domainEntry: entry)
    let removed = seen.objects.first { $0.kind == .domain }.flatMap { Change(flipping: $0, on: pihole) }.map {
      var change = $0
      change.to = SwitchState(.absent)
      return change
    }
    return flips + [made] + (removed.map { [$0] } ?? [])
  }

  private var transcript: Transcript { get async { Transcript(exchanges: await wire.system.exchanges) } }

  /// A table that was not read to its end is refused, and never taken for a shorter one.
  private func faults(of seen: Observation) async -> [String] {
    let transcript = await transcript
    let counts = [(ObjectKind.group, "groups"), (.domain, "domains"), (.list, "lists")].flatMap { kind, table in
      let count = seen.objects.count { $0.kind == kind }
      guard seen.unavailableKinds[kind] == nil else {
        return count == 0 ? [] : ["some of \(table) was seen, and refused"]
      }
      let rows = transcript.lastReading(of: "\(Self.base)/\(table)")?[table]?.elements
      return rows?.count == count ? [] : ["not all of \(table) was seen"]
    }
    return counts + (await leaks(in: (seen.warnings + seen.unavailableKinds.values).flatMap(\.texts)))
  }

  private func faults(of change: Change) async -> [String] {
    let before = await transcript.exchanges.count
    do throws(ProviderError) {
      let outcome = try await applier.apply(change)
      return Self.faults(of: change, outcome, await transcript.dropping(before)) + (await leaks(in: outcome.texts))
    } catch {
      return Self.faults(ofWrites: change, await transcript.dropping(before)) + (await leaks(in: error.message.texts))
    }
  }
}

// MARK: Sessions

extension PiHoleRun {
  /// Every seat that was taken is given back.
  private func faultsOfSeats() async -> [String] {
    let exchanges = await transcript.exchanges
    let returned = exchanges.filter { $0.request.method == "DELETE" }.compactMap { $0.request.header("X-FTL-SID") }
    return Self.sessions(exchanges).filter { !returned.contains($0) }.map { "the seat '\($0)' is not given back" }
  }

  /// The password is never shown, nor is a session id that could not be a word of its own. What a Pi-hole has called a
  /// list is no secret, even if it is the id of a session.
  private func leaks(in texts: [String]) async -> [String] {
    let exchanges = await transcript.exchanges
    let names = exchanges.filter { !$0.request.path.hasSuffix("/auth") }.compactMap { $0.response.tree }
      .map { String(decoding: $0.bytes, as: UTF8.self) }
    let sessions = Self.sessions(exchanges).filter { id in id.count >= 16 && !names.contains { $0.contains(id) } }
    return ReadingLaws.leaks(of: [Household.password] + sessions, in: texts)
  }

  /// The ids that logins were answered with and that can be in a header field.
  private static func sessions(_ exchanges: [Interrupted<PiHole>.Exchange]) -> [String] {
    exchanges.filter { $0.request.method == "POST" && $0.request.path == base + "/auth" }
      .compactMap { $0.response.tree?["session"] }
      .filter { $0["valid"] == .bool(true) }.compactMap { $0["sid"]?.string }
      .filter { (1...256).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
  }
}

// MARK: Changes

extension PiHoleRun {
  private static func faults(of change: Change, _ outcome: Outcome, _ transcript: Transcript) -> [String] {
    let words: [String] =
      switch outcome {
      case .applied: isShown(change, transcript) ? [] : ["applied, and the last answer does not show it"]
      case .unverified: transcript.writes.isEmpty ? ["unverified without a write"] : []
      case .superseded, .failed, .stuck, .skipped: []
      }
    return words + faults(ofWrites: change, transcript)
  }

  private static func isShown(_ change: Change, _ transcript: Transcript) -> Bool {
    let answer = transcript.lastReading
    if change.kind == .blocking {
      return answer?["blocking"]?.string == (change.to.position == .active ? "enabled" : "disabled")
    }
    guard let rows = rows(answer) else { return false }
    guard change.to.position == .absent else {
      return rows.contains { $0["enabled"]?.bool == (change.to.position == .enabled) }
    }
    // Somebody may have made another of the same name, which has another number.
    let removed = Self.rows(transcript.readingBeforeWrite)?.first { isAbout(change, $0) }
    return !rows.contains { $0["id"]?.int == removed?["id"]?.int }
  }

  /// What is sent of a row is what was read of it, but for the switch; what is removed carried the mark.
  private static func faults(ofWrites change: Change, _ transcript: Transcript) -> [String] {
    let tooMany = transcript.writes.count > 10 ? ["\(transcript.writes.count) writes for one change"] : []
    guard let first = transcript.writes.first, change.kind != .blocking, change.from.position != .absent else {
      return tooMany
    }
    guard let row = rows(transcript.readingBeforeWrite)?.first(where: { Self.isAbout(change, $0) }) else {
      return ["a write without a reading of the row before it"]
    }
    guard first.request.method == "PUT" else { return tooMany }
    let sent = first.request.tree
    // A group is in no groups, whatever it says of itself.
    let members = change.kind == .group ? ["comment"] : ["comment", "groups"]
    let others = members.filter { plain(sent?[$0]) != plain(row[$0]) }
    return tooMany
      + others.map { name in
        "of \(change.key) was read \(name) = \(row[name]?.text ?? "nothing"), and sent \(sent?[name]?.text ?? "nothing")"
      }
  }

  private static func isAbout(_ change: Change, _ row: JSON) -> Bool {
    switch change.kind {
    case .group: row["name"]?.string == change.name && row["id"]?.int.map(String.init) == change.id
    case .domain:
      [row["type"], row["kind"], row["domain"]].compactMap { $0?.string }.joined(separator: "/") == change.id
    case .list: [row["type"], row["address"]].compactMap { $0?.string }.joined(separator: "/") == change.id
    default: false
    }
  }

  /// Numbers in one spelling, and no comment like an empty one.
  private static func plain(_ value: JSON?) -> JSON? {
    switch value {
    case .string("")?, .null?, nil: nil
    case .array(let elements)?: .array(elements.map { $0.int.map(JSON.integer) ?? $0 })
    case .bool?, .number?, .string?, .object?: value
    }
  }

  private static func rows(_ answer: JSON?) -> [JSON]? {
    ["groups", "domains", "lists"].lazy.compactMap { answer?[$0]?.elements }.first
  }
}
