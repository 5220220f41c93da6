import Approvals
import CivilTime
import Host
import Overrides
import Policies
import StateStore
import TestSupport
import Testing

@testable import ReconcileCLI

/// Links to the page, tokens for programs, and what acts for people since.
struct LinkTests {
  /// Uses the link that `told` shows, as a browser that is given `cookie`.
  private static func redeem(
    _ told: String, _ scene: RequestScene, as person: String = "anna"
  ) throws -> JoinedDevice? {
    let words = told.split { " \n\u{1b}".contains($0) }
    let link = try #require(words.first { $0.contains("/join/") }?.split(separator: "/").last)
    let environment = scene.world(as: person).environment(Written(), Written())
    return try Joining.redeem(
      #require(DeviceToken(shown: String(link))), as: DeviceToken(environment),
      at: ClockReading(wall: environment.now(), boot: environment.bootMoment()), in: scene.store())
  }

  @Test("a phone joins, is listed, and is taken away again") func story() throws {
    let scene = RequestScene()
    var story = scene.told("people link anna --device \"iPhone\" --url http://192.168.1.5:8383", as: "anna")
    let phone = try #require(
      try Self.redeem(scene.run("people link emma --device phone --url https://h.example").output, scene))
    #expect(phone.person == Name("emma") && phone.name == "phone" && !phone.isProgram)
    story += scene.told("people link emma --api --device shortcut")
    scene.pass(60)
    story += scene.told("people list")
    story += scene.told("people --format json")
    story += scene.told("people unlink emma phone")
    story += scene.told("people unlink emma phone")
    story += scene.told("people unlink emma")
    story += scene.told("history --requests")
    story += scene.told("history --verify")
    try Golden.check(story, "requests/links.txt")
    #expect(try scene.store().devices().isEmpty)
  }

  /// What acts for nobody any more is not listed; the one that joined later is, to its own end.
  @Test func whatNoLongerCountsIsNotListed() throws {
    let scene = RequestScene()
    func join(_ device: String) throws -> JoinedDevice {
      let link = scene.run("people link emma --url https://h.example --device \(device)").output
      return try #require(try Self.redeem(link, scene))
    }
    func listed() -> [Bool] {
      let (list, json) = (scene.run("people list").output, scene.run("people --format json").output)
      return ["phone", "tablet"].map { device in
        #expect(list.contains(device) == json.contains(device), "\(list)\(json)")
        return list.contains("\(device) (")
      }
    }
    let phone = try join("phone")
    scene.pass(86_400)
    let tablet = try join("tablet")
    #expect(listed() == [true, true])
    scene.pass(phone.expires - scene.now - 1)
    #expect(listed() == [true, true])
    scene.pass(1)
    #expect(listed() == [false, true])
    scene.pass(tablet.expires - scene.now)
    #expect(listed() == [false, false])
  }

  /// One that has no name, as it is listed, and none but it.
  @Test func aDeviceWithoutANameIsUnlinkedByWhatItIsListedAs() throws {
    let scene = RequestScene()
    let devices = try (1...2).map { _ in
      try #require(try Self.redeem(scene.run("people link emma --url https://h.example").output, scene))
    }
    let list = scene.run("people list").output
    #expect(devices.allSatisfy { list.contains($0.id) } && devices[0].id != devices[1].id, "\(list)")
    let gone = scene.run("people unlink emma \(devices[1].id)")
    #expect(gone.status == 0, "\(gone)")
    #expect(try scene.store().devices().map(\.id) == [devices[0].id])
    #expect(scene.run("people unlink emma \(devices[1].id)").status == 4)
  }

  /// A link that went to the wrong person opens nothing any more; the one of another device and that of somebody else stay.
  @Test func unlinkingTakesBackWhatIsUnused() throws {
    let scene = RequestScene()
    let line = "people link emma --url https://h.example"
    let wrong = scene.run(line + " --device stolen").output
    let right = scene.run(line + " --device tablet").output
    let other = scene.run("people link anna --url https://h.example", as: "anna").output
    let list = scene.run("people list").output
    #expect(list.contains("link for 'stolen', good until 21:15:04"), "\(list)")
    let gone = scene.run("people unlink emma stolen")
    #expect(gone.status == 0 && gone.output == "The unused link for 'stolen' no longer works.\n", "\(gone)")
    #expect(scene.run("people unlink emma stolen").status == 4)
    #expect(try Self.redeem(wrong, scene) == nil)
    #expect(!scene.run("people list").output.contains("stolen"))
    #expect(scene.run("history --requests").output.contains("emma removed the link for 'stolen' of emma"))
    let all = scene.run("people unlink emma --format json").output
    #expect(all.contains(#""devices":[],"links":[{"device":"tablet","#), "\(all)")
    #expect(try Self.redeem(right, scene) == nil && Self.redeem(other, scene)?.person == Name("anna"))
    #expect(try scene.store().devices().count == 1)
  }

  /// Whoever was removed from the policy can be unlinked: the device would act again for whoever has the name later.
  @Test func whoWasRemovedCanBeUnlinked() throws {
    let scene = RequestScene()
    #expect(try Self.redeem(scene.run("people link emma --device phone --url https://h.example").output, scene) != nil)
    #expect(scene.run("people").output.contains("emma"))
    scene.edit("emma:", "mia:")
    let list = scene.run("people").output
    #expect(list.contains("emma  not in the policy") && list.contains("phone ("), "\(list)")
    #expect(list.unwrapped.contains("'reconcile people unlink emma' ends that"), "\(list)")
    #expect(scene.run("people --format json").output.contains(#""strangers":[{"name":"emma","devices":[{"id":"#))
    #expect(scene.run("people link emma --url https://h.example").status == 64, "only what is there ends")
    let gone = scene.run("people unlink emma")
    #expect(gone.status == 0 && gone.output == "phone no longer acts for emma.\n", "\(gone)")
    #expect(scene.run("people unlink emma").status == 64)
    #expect(try scene.store().devices().isEmpty)
    #expect(!scene.run("people").output.contains("emma"))
  }

  /// So can the PIN: it would count again for whoever has the name later.
  @Test func thePINOfWhoWasRemovedCanBeReset() throws {
    let scene = RequestScene()
    let chosen = scene.run("people pin emma", as: "emma", typing: ["40917723", "40917723"])
    #expect(chosen.status == 0, "\(chosen)")
    scene.edit("emma:", "mia:")
    let list = scene.run("people").output.unwrapped
    #expect(list.contains("emma not in the policy, so their PIN counts again once they are"), "\(list)")
    let json = scene.run("people --format json").output
    #expect(json.contains(#""strangers":[{"name":"emma","devices":[],"links":[],"hasPIN":true}]"#), "\(json)")
    #expect(scene.run("people pin emma", as: "emma", typing: ["40917723"]).status == 64, "only what is there ends")
    #expect(scene.run("people unlink emma").status == 64)
    var world = scene.world(as: "root")
    world.runningUser = 0
    let gone = world.run("people", "reset", "emma")
    #expect(gone.status == 0, "\(gone)")
    #expect(world.run("people", "reset", "emma").status == 64)
    #expect(try scene.store().pin(of: Name("emma")) == nil)
    #expect(!scene.run("people").output.contains("emma"))
    #expect(scene.enforce().isEmpty, "nobody is told")
  }

  /// One use, and 15 minutes, whatever the wall clock is set to.
  @Test(arguments: [(899, 0, true), (900, 0, false), (0, 100_000, true), (899, -100_000, true), (901, -900, false)])
  func expires(_ passed: Int64, _ set: Int64, _ isGood: Bool) throws {
    let scene = RequestScene()
    let told = scene.run("people link emma --url http://h.example").output
    scene.pass(passed)
    scene.setClock(by: set)
    #expect(try (Self.redeem(told, scene) != nil) == isGood)
    #expect(try Self.redeem(told, scene) == nil, "it is good once")
    #expect(try scene.store().links().isEmpty)
    #expect(try scene.store().devices().count == (isGood ? 1 : 0))
  }

  /// Nothing that opens anything is in the state, but for the one place where it is shown.
  @Test func onlyHashesAreKept() throws {
    let scene = RequestScene()
    let link = scene.run("people link emma --url http://h.example --format json").output
    let token = scene.run("people link emma --api --format json").output
    let state = String(decoding: scene.stateBytes, as: UTF8.self)
    for text in [link, token] {
      let shown = text.split { !($0.isLetter || $0.isNumber || "-_".contains($0)) }.filter { $0.utf8.count == 43 }
      #expect(shown.count == 1, "\(text)")
      #expect(shown.allSatisfy { !state.contains($0) && state.contains(DeviceToken(shown: String($0))?.hash ?? "?") })
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var line: String
    var person: String
    var status: Int32
    var error: String
    var testDescription: String { "\(person): \(line)" }
  }

  @Test(arguments: [
    Refusal(line: "people link anna", person: "emma", status: 4, error: "'anna' guards something"),
    Refusal(line: "people unlink anna", person: "emma", status: 4, error: "unlink it in a shell of root's"),
    Refusal(line: "people link emma", person: "emma", status: 4, error: "the page was never served"),
    Refusal(line: "people unlink emma x", person: "emma", status: 4, error: "'emma' has no device 'x'"),
    Refusal(line: "people link jan", person: "emma", status: 64, error: "unknown person 'jan'"),
    Refusal(line: "people link", person: "emma", status: 64, error: "the person is missing"),
    Refusal(line: "people link emma --url ftp://h", person: "emma", status: 64, error: "'ftp://h' is not the address"),
    Refusal(line: "people link emma --url http://h/x", person: "emma", status: 64, error: "is not the address"),
    Refusal(line: "people link emma --url http://u@h", person: "emma", status: 64, error: "is not the address"),
    Refusal(line: "people list --api", person: "emma", status: 64, error: "'--api' belongs to 'people link'"),
    Refusal(line: "people list x", person: "emma", status: 64, error: "unexpected argument 'x'"),
  ])
  func isRefused(_ refusal: Refusal) throws {
    let scene = RequestScene()
    let outcome = scene.run(refusal.line, as: refusal.person)
    #expect(outcome.status == refusal.status && outcome.error.contains(refusal.error), "\(outcome)")
  }

  @Test func aQRCodeIsDarkOnLight() throws {
    let code = QRCode(rows: [[true, false], [false, true], [true, true]])
    #expect(
      code.text.replacing("\u{1b}[97;40m", with: "|").replacing("\u{1b}[0m", with: "|")
        == "|██████|\n|██▄▀██|\n|██▄▄██|\n|▀▀▀▀▀▀|\n")
    let drawn = try #require(QRCode("http://192.168.1.5:8383/join/" + String(repeating: "x", count: 43)))
    #expect(drawn.rows.count == 33 && drawn.rows.allSatisfy { $0.count == 33 })
    #expect(drawn.rows[0].prefix(8) == [true, true, true, true, true, true, true, false])
    #expect(QRCode(String(repeating: "x", count: 5_000)) == nil)
  }
}
