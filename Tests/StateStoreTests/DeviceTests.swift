import Approvals
import CivilTime
import Planning
import Policies
import TestSupport
import Testing

@testable import StateStore

/// Links to the page and the devices that act for people since.
struct DeviceTests {
  private static let start = Instant(secondsSinceEpoch: 1_795_000_000)

  private static func link(_ hash: String, madeAt seconds: Int64 = 0) -> JoinLink {
    JoinLink(
      person: Name("anna"), device: "iPhone", hash: hash,
      made: ClockReading(wall: start + seconds, boot: BootMoment(boot: "b", seconds: 100 + seconds)))
  }

  private static func clocks(_ seconds: Int64) -> ClockReading {
    ClockReading(wall: start + seconds, boot: BootMoment(boot: "b", seconds: 100 + seconds))
  }

  private static func event(_ kind: Event.Kind = .linkMade) -> Event {
    Event(at: start, kind, by: "root", name: "anna")
  }

  @Test func aLinkIsUsedOnce() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    try store.keep(Self.link("aa"), telling: Self.event())
    #expect(try store.links() == [Self.link("aa")])
    #expect(try store.redeem(link: "bb", as: "cc", at: Self.clocks(1)) { _ in Self.event(.deviceJoined) } == nil)
    let joined = try store.redeem(link: "aa", as: "cc", at: Self.clocks(60)) { _ in Self.event(.deviceJoined) }
    let wanted = JoinedDevice(
      person: Name("anna"), name: "iPhone", hash: "cc", joined: Self.start + 60, isProgram: false)
    #expect(joined == wanted)
    #expect(try store.redeem(link: "aa", as: "dd", at: Self.clocks(61)) { _ in Self.event(.deviceJoined) } == nil)
    #expect(try (store.links(), store.devices()) == ([], [wanted]))
    try store.forget([wanted]) { _ in Self.event(.deviceForgotten) }
    #expect(try store.devices().isEmpty)
    #expect(try store.differences().isEmpty)
  }

  @Test func whatIsOverIsForgotten() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    try store.keep(Self.link("aa"), telling: Self.event())
    try store.keep(Self.link("bb", madeAt: 899), telling: Self.event())
    #expect(try store.links().count == 2)
    try store.keep(Self.link("cc", madeAt: 900), telling: Self.event())
    #expect(try store.links().map(\.hash) == ["bb", "cc"])
    #expect(try store.redeem(link: "bb", as: "x", at: Self.clocks(5_000)) { _ in Self.event() } == nil)
    #expect(try store.differences().isEmpty)
  }

  /// What joins by a clock that is years ahead, and again, throws nobody else out.
  @Test func whoeverJoinsLeavesTheOthers() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let years = 2 * 366 * 86_400 as Int64
    for (hash, seconds) in [("dd", 0), ("ee", years), ("ff", 60), ("gg", 2 * years)] as [(String, Int64)] {
      let device = JoinedDevice(
        person: Name("emma"), name: nil, hash: hash, joined: Self.start + seconds, isProgram: true)
      try store.keep(device, telling: Self.event(.deviceJoined))
    }
    #expect(try store.devices().map(\.hash) == ["dd", "ff", "ee", "gg"])
    #expect(try store.devices().filter { $0.counts(at: Self.start + 120) }.count == 4)
    #expect(try store.differences().isEmpty)
  }

  /// Where the clock goes on from day to day, those go that are over for a month.
  @Test func whatIsOverIsPruned() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    for (hash, day) in [("dd", 0), ("ee", 2)] as [(String, Int64)] {
      let joined = Self.start + day * 86_400
      try store.keep(
        JoinedDevice(person: Name("emma"), name: nil, hash: hash, joined: joined, isProgram: true),
        telling: Self.event(.deviceJoined))
    }
    let memory = RecordedState(policy: "p")
    for day in 0...431 as ClosedRange<Int64> {
      try store.record([], before: memory, after: memory, at: Self.start + day * 86_400)
    }
    #expect(try store.devices().map(\.hash) == ["ee"])
    #expect(try store.differences().isEmpty)
  }

  /// Whoever can write the file makes no device of theirs count.
  @Test(arguments: [
    "UPDATE approvals SET body = replace(body, 'anna', 'emma')",
    "UPDATE approvals SET name = 'device-ff'",
    "INSERT INTO approvals(name, body) SELECT 'device-ff', body FROM approvals; DELETE FROM approvals WHERE name <> 'device-ff'",
  ])
  func forgedOnesDoNotCount(_ sql: String) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let device = JoinedDevice(person: Name("anna"), name: nil, hash: "aa", joined: Self.start, isProgram: false)
    try store.keep(device, telling: Self.event(.deviceJoined))
    #expect(try scratch.store().devices() == [device])
    try scratch.edit(sql)
    #expect(try scratch.store().devices().isEmpty)
    #expect(try !scratch.store().differences().isEmpty)
  }

  @Test func theAddressIsNoted() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    #expect(try store.pageAddress() == nil)
    for address in ["http://a:8383", "https://b"] {
      try store.keep(pageAddress: address)
      #expect(try store.pageAddress() == address)
    }
  }
}
