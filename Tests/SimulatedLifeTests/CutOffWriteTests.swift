import Approvals
import CivilTime
import Foundation
import Policies
import Providers
import Planning
import StateStore
import TestSupport
import Testing
import UniFi

@testable import SimulatedLife

/// A writer that is killed at each point of its writing, and what a reader and the next writer find.
@Suite struct CutOffWriteTests {
  private static let start = Instant(secondsSinceEpoch: 1_795_204_800)

  /// All that a run goes by.
  private struct Contents: Equatable {
    var memory: RecordedState
    var entries: [Entry]
    var overrides: [Override]
    var check: ChainCheck

    init(_ store: StateStore) throws {
      memory = try store.memory()
      entries = try store.entries(since: start)
      overrides = try store.overrides()
      check = try store.verify(head: try store.head())
    }
  }

  /// A run of which `count` objects are new; `number` tells it from others.
  private static func write(_ number: Int, count: Int, to store: StateStore) throws {
    let at = start + Int64(number) * 60
    let before = try store.memory()
    var after = before
    after.policy = "policy \(number)"
    for id in 0..<count {
      let key = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "id-\(id)")
      after.objects[key] = RecordedObject(
        switchState: SwitchState(.enabled), at: at, wanted: SwitchState(.enabled), policy: "\(number)")
    }
    let events = (0..<count).map { Event(at: at, .change, name: "rule \($0) of \(number)", outcome: "applied") }
    try store.record(events, before: before, after: after, at: at)
  }

  private static func files(_ path: String) -> [String: Data?] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return Dictionary(uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: path + "/" + $0)) })
  }

  /// Some writes fit into a page, some add many, and some begin with a file that has none yet.
  @Test(arguments: [(0, 3), (2, 1), (40, 3), (3, 60), (60, 60)])
  func isUndoneForAReader(first: Int, second: Int) throws {
    var unfinished = 0
    var point = 0
    while true {
      point += 1
      let disk = try #require(Disk(Pulse()))
      var before: Contents?
      if first > 0 {
        let store = try StateStore(writing: disk.path, now: Self.start)
        try Self.write(1, count: first, to: store)
        _ = try store.make(
          .on, of: Name("kids"), from: Self.start, until: Self.start + 60, because: nil, by: "anna")
        before = try Contents(store)
      }
      disk.pulse.dies(at: point)
      let isWhole = (try? Self.write(2, count: second, to: StateStore(writing: disk.path, now: Self.start))) != nil
      let isKilled = disk.pulse.revive()
      #expect(isKilled || isWhole)

      let left = Self.files(disk.path)
      if left["journal.db-journal"] != nil { unfinished += 1 }
      let found = try StateStore(reading: disk.path).map { try Contents($0) }
      #expect(Self.files(disk.path) == left, "reading changes nothing")
      let next = try StateStore(writing: disk.path, now: Self.start)
      #expect(next.setAside == nil)
      let recovered = try Contents(next)
      #expect(found == nil ? recovered.entries.isEmpty : found == recovered, "point \(point)")
      let isAfter = recovered.memory.policy == "policy 2"
      #expect(isAfter ? recovered.entries.count >= second : before == nil || recovered == before, "point \(point)")
      #expect(isAfter || isKilled)
      if !isKilled { break }
    }
    #expect(unfinished > 3, "\(unfinished) of \(point)")
  }

  /// Everything that changes what runs go by, one after the other.
  private static func change(_ store: StateStore) throws {
    for number in 1...2 as ClosedRange<Int64> {
      let file = GoodPolicy.File(name: "a", bytes: Array("policy \(number)".utf8))
      try store.keep(GoodPolicy(path: "p", files: [file], at: start + number))
      try store.follow(PolicyFile(path: "/etc/\(number).yaml", owner: "home"), isSame: true, at: start + number)
      let made = try store.make(
        .on, of: Name("kids"), from: start, until: start + 60, because: nil, by: "anna")
      _ = try store.end(made.id, at: start + 90, now: start + number, by: "anna")
    }
  }

  /// Makes a file of the third format of one of this: entries without fingerprints, each of which follows the one before.
  private static let ageing = #"""
    import hashlib, re, sqlite3, sys
    db = sqlite3.connect(sys.argv[1])
    hash = bytes(32)
    for number, body in db.execute("SELECT number, body FROM entries ORDER BY number").fetchall():
        body = re.sub(',"keeps":{.*}}$', "}", body)
        hash = hashlib.sha256(hash + body.encode()).digest()
        db.execute("UPDATE entries SET body = ?, hash = ? WHERE number = ?", [body, hash, number])
    db.commit()
    db.executescript("DROP INDEX entries_that_keep; DROP TABLE approvals; ALTER TABLE overrides DROP COLUMN named; ALTER TABLE overrides DROP COLUMN taken_back; PRAGMA user_version = 3")
    """#

  /// A kill at each point of a change, of bringing an older file to this format, and of setting a damaged one aside.
  @Test(arguments: ["changing", "migrating", "replacing"])
  func theHistoryKnowsWhatStandsThere(_ deed: String) throws {
    var (point, counts) = (0, Set<Int>())
    while true {
      point += 1
      let disk = try #require(Disk(Pulse()))
      if deed != "changing" {
        try Self.change(try StateStore(writing: disk.path, now: Self.start))
        let run = try Program.run("/usr/bin/python3", ["-c", Self.ageing, disk.path + "/journal.db"])
        #expect(run.status == 0, "\(run)")
      }
      disk.pulse.dies(at: point)
      switch deed {
      case "changing": try? Self.change(StateStore(writing: disk.path, now: Self.start))
      case "migrating": _ = try? StateStore(writing: disk.path, now: Self.start)
      default: _ = try? StateStore(replacing: disk.path, now: Self.start)
      }
      let isKilled = disk.pulse.revive()
      for _ in 1...2 {
        let reader = try StateStore(reading: disk.path)
        #expect(try reader?.differences() ?? [] == [], "point \(point)")
        let writer = try StateStore(writing: disk.path, now: Self.start)
        #expect(writer.setAside == nil, "point \(point)")
        #expect(try writer.differences() == [], "point \(point)")
        #expect(try writer.overrides() == writer.allOverrides())
        counts.insert(try writer.overrides().count)
        if deed == "replacing" { #expect(try writer.overrides().count == 2, "point \(point)") }
      }
      if !isKilled { break }
    }
    #expect(point > 5 && counts.contains(2), "\(point), \(counts)")
  }

  /// Without room for a new file the one that is there stays, and is read until there is.
  @Test func aFullDiskTakesNoOverridesAway() throws {
    let disk = try #require(Disk(Pulse()))
    try Self.change(try StateStore(writing: disk.path, now: Self.start))
    let (before, overrides) = (Self.files(disk.path), try StateStore(writing: disk.path, now: Self.start).overrides())
    disk.isFull = true
    for _ in 1...2 {
      let error = #expect(throws: StateError.self) { try StateStore(replacing: disk.path, now: Self.start) }
      #expect(error?.kind == .full && error?.message.contains("'\(disk.path)/journal.db'") == true, "\(error as Any)")
      #expect(Self.files(disk.path) == before)
      #expect(try StateStore(salvaging: disk.path, now: Self.start)?.overrides() == overrides)
    }
    disk.isFull = false
    for second in 1...2 as ClosedRange<Int64> {
      let fresh = try StateStore(replacing: disk.path, now: Self.start + second)
      #expect(try fresh.overrides() == overrides && fresh.setAside?.contains("overrides are kept") == true)
    }
  }

  /// A kill at each point of an approval: its code is used and what was asked for holds, or neither.
  @Test func anApprovalIsWholeOrNothing() throws {
    var (point, ends) = (0, Set<Bool>())
    while true {
      point += 1
      let disk = try #require(Disk(Pulse()))
      let asked = try Self.asked(in: StateStore(writing: disk.path, now: Self.start))
      disk.pulse.dies(at: point)
      let decision = CodeDecision(
        .approve, about: asked, needs: asked.needs, at: asked.made, limit: TryLimit()
      ) { _ in .right }
      let event = Event(at: Self.start, .requestApproved, by: "anna", request: asked.id)
      _ = try? StateStore(writing: disk.path, now: Self.start).settle(
        decision, of: "emma", telling: [event], at: Self.start)
      let isKilled = disk.pulse.revive()
      for _ in 1...2 {
        let store = try StateStore(writing: disk.path, now: Self.start)
        let request = try #require(try store.requests().first)
        let isApproved = request.ending == .approved
        #expect((request.codes[0].standing == .used) == isApproved, "point \(point)")
        #expect(try store.overrides().count == (isApproved ? 1 : 0), "point \(point)")
        let isTold = try store.entries(since: Self.start).contains { $0.event?.kind == .requestApproved }
        #expect(isTold == isApproved && (isKilled || isApproved), "point \(point)")
        ends.insert(isApproved)
      }
      if !isKilled { break }
    }
    #expect(point > 5 && ends.count == 2, "\(point), \(ends)")
  }

  /// A request whose code was sent.
  private static func asked(in store: StateStore) throws -> ApprovalRequest {
    let override = Override(
      id: "", target: Name("kids"), state: .on, from: start, until: start + 600, because: nil, by: "emma")
    let clocks = ClockReading(wall: start, boot: BootMoment(boot: "first", seconds: 9))
    let wanted = ApprovalRequest(
      id: "", asker: "emma", deed: .make([override]), because: nil, made: clocks, expires: start + 600, policy: nil,
      needs: [ApprovalNeed(approvers: [Name("anna")], needsAll: false)])
    var request = try store.make(wanted) { [Event(at: start, .requestMade, by: "emma", request: $0.id)] }
    (request.codes[0].standing, request.codes[0].hash, request.codes[0].at) = (.sent, "code", clocks)
    try store.keep([request], telling: [Event(at: start, .codeSent, name: "anna", request: request.id)])
    return request
  }
}
