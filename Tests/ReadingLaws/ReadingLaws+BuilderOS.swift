import BuilderOS
import HTTPTransport
import JSONTree
import Planning
import Policies
import Providers
import Simulator
import TestSupport

extension ReadingLaws {
  /// The laws that a run against a BuilderOS host breaks, some of whose answers are those of `bytes` (`AnswerScript`): it
  /// lists the capsules, and asks two of them to stop. Empty where all hold.
  public static func brokenByBuilderOS(_ bytes: [UInt8]) -> [String] {
    EventLoop().run { () async -> [String] in await BuilderOSRun(AnswerScript(bytes)).broken() }
  }
}

private struct BuilderOSRun {
  private static let base = "/api"
  private static let key = "hidden-key-71d0"

  private let wire: FakeWire<Interrupted<BuilderOS>>
  private let system: ConnectedSystem

  private static let host = BuilderOS(
    key: key,
    capsules: [
      BuilderOS.Capsule("jellyfin", title: "Jellyfin Server", isRunning: true),
      BuilderOS.Capsule("a b/ü?", isRunning: true), BuilderOS.Capsule("plex", isRunning: true),
      BuilderOS.Capsule("back up", isRunning: true),
    ])

  init(_ script: AnswerScript) {
    wire = FakeWire(Interrupted(Self.host, script), basePath: Self.base, clock: Double(LawConnection.start))
    system = ProviderKind.builderOS.connect(LawConnection.make(.builderOS, wire, Secret(Self.key)))
  }

  func broken() async -> [String] {
    do throws(ProviderError) {
      let seen = try await system.observer.observe([.capsule])
      var broken = await faults(of: seen)
      let applier = system.applier(wire)
      for object in [seen.objects.first, seen.objects.last].compactMap(\.self) {
        guard let change = Change(turning: object) else { continue }
        broken += await faults(of: change, by: applier)
      }
      return broken
    } catch {
      return Self.leaks(in: error.message.texts)
    }
  }

  private static func leaks(in texts: [String]) -> [String] { ReadingLaws.leaks(of: [key], in: texts) }

  private var transcript: Transcript { get async { Transcript(exchanges: await wire.system.exchanges) } }

  /// Each capsule of the list that has a name is seen, and none is said to run or to stand.
  private func faults(of seen: Observation) async -> [String] {
    let ids = Self.ids(await transcript.lastReading(of: Self.base + "/capsules"))
    let isAll = ids == seen.objects.compactMap(\.id)
    let claimed = seen.objects.filter { $0.switchState.position != .unknown || !$0.isUnreadable }
    return (isAll ? [] : ["not the capsules that were listed: \(seen.objects.compactMap(\.id))"])
      + claimed.map { "\($0.name) is said to stand somewhere" } + Self.leaks(in: seen.texts)
  }

  private func faults(of change: Change, by applier: any Applier) async -> [String] {
    let before = await transcript.exchanges.count
    do throws(ProviderError) {
      let outcome = try await applier.apply(change)
      return Self.faults(of: change, outcome, await transcript.dropping(before)) + Self.leaks(in: outcome.texts)
    } catch {
      return Self.faults(of: change, nil, await transcript.dropping(before)) + Self.leaks(in: error.message.texts)
    }
  }

  private static func ids(_ list: JSON?) -> [String] {
    (list?.elements ?? list?["capsules"]?.elements ?? []).compactMap { ($0["id"]?.string ?? $0["name"]?.string) }
      .filter { !$0.isEmpty }
  }

  private static func faults(of change: Change, _ outcome: Outcome?, _ transcript: Transcript) -> [String] {
    let asked = transcript.writes
    guard let first = asked.first else {
      if case .applied? = outcome { return ["applied, and nothing was asked"] }
      if case .unverified? = outcome { return ["unverified, and nothing was asked"] }
      return []
    }
    var broken = asked.count == 1 ? [] : ["\(asked.count) requests for one change"]
    if segments(first.request.path) != ["", "api", "capsules", change.id ?? "", "actions"] {
      broken.append("\(first.request.path) was asked for \(change.id ?? "nothing")")
    }
    if first.request.tree != .object([.init("action", .string("stop"))]) { broken.append("another action was asked") }
    if !ids(transcript.readingBeforeWrite).contains(change.id ?? "") {
      broken.append("a capsule was asked that was not listed")
    }
    let word = first.response.tree?["success"]?.bool
    let isSurelyNotDone = word == false || (400..<500).contains(first.response.status) && first.response.status != 408
    switch outcome {
    case .applied?: if word != true { broken.append("applied, and the answer does not say so") }
    case .failed?, nil: if !isSurelyNotDone { broken.append("not done, and the answer does not say so") }
    case .superseded?, .stuck?, .skipped?: broken.append("not asked, and it was")
    case .unverified?: break
    }
    return broken
  }

  /// The segments of a path as they were meant.
  private static func segments(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      var bytes: [UInt8] = []
      var rest = Array(segment.utf8)[...]
      while let byte = rest.popFirst() {
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        if byte == UInt8(ascii: "%"), let value = UInt8(digits, radix: 16) {
          bytes.append(value)
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
