import CivilTime
import Policies
import Providers
import Planning
import Testing

@testable import StateStore

/// Which policy is followed, and whose overrides are whose.
@Suite struct FollowingTests {
  @Test("overrides stay with the policy that they were made for, there and back") func thereAndBack() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    // Those that are followed again within the hour take turns, which is told otherwise.
    let hours = 2 * FollowedFiles.turnSeconds
    #expect(try store.followedPolicy() == nil)
    _ = try store.make([Told.wish(nil)])
    func paths() throws -> [String?] { try store.overrides().map(\.policy?.path) }
    try store.follow(Told.home, isSame: true, binding: ["1": Told.home], at: Scratch.start)
    #expect(try paths() == ["/etc/a.yaml"])
    _ = try store.make([Told.wish(nil)])
    try store.follow(
      Told.other, isSame: false, binding: ["1": Told.other, "2": Told.home], at: Scratch.start + 1 * hours)
    #expect(try paths() == ["/etc/a.yaml", "/etc/a.yaml"])
    #expect(try store.followedPolicy() == Told.other)
    try store.follow(Told.home, isSame: false, at: Scratch.start + 2 * hours)
    try store.follow(Told.home, isSame: false, at: Scratch.start + 3 * hours)
    #expect(try paths() == ["/etc/a.yaml", "/etc/a.yaml"])
    // What was moved takes its overrides along, a second time too; those of others stay.
    _ = try store.make([Told.wish(PolicyFile(path: "/etc/x.yaml", owner: "home"))])
    for (number, path) in ["/etc/c.yaml", "/etc/d.yaml"].enumerated() {
      try store.follow(
        PolicyFile(path: path, owner: "home"), isSame: true, at: Scratch.start + (4 + Int64(number)) * hours)
      #expect(try paths() == ["/etc/x.yaml", path, path])
    }
    // What nobody has waits for its file, however often another one is followed, and counts all the while.
    _ = try store.make([Told.wish(nil)])
    for (step, policy) in [Told.home, Told.other].enumerated() {
      try store.follow(policy, isSame: false, at: Scratch.start + (6 + Int64(step)) * hours)
      #expect(try paths() == [nil, "/etc/x.yaml", "/etc/d.yaml", "/etc/d.yaml"])
      #expect(try store.unboundOverrides() == ["4"])
    }
    let events = try store.entries(since: Scratch.start).compactMap(\.event).filter { $0.kind == .followed }
    #expect(
      events.map(\.name) == ["/etc/b.yaml", "/etc/a.yaml", "/etc/c.yaml", "/etc/d.yaml", "/etc/a.yaml", "/etc/b.yaml"])
    #expect(
      events.map(\.message) == [
        "/etc/a.yaml", "/etc/b.yaml", "/etc/a.yaml", "/etc/c.yaml", "/etc/d.yaml", "/etc/a.yaml",
      ])
  }
}
