import Simulator
import Testing

/// Zones, networks, clients and owned policies changed behind the console's back, as with the built program.
struct HomeByHandTests {
  private static let games = "policies/Kids%20no%20games"
  private static let bedtime = "policies/Kids%20bedtime"

  struct Hand: CustomTestStringConvertible, Sendable {
    var order: String
    /// What is answered; nil: that it is not known.
    var done: String?
    /// What `GET /simulator` then says.
    var says = ""
    var testDescription: String { order }
  }

  static let hands: [Hand] = [
    Hand(order: "zones/External/rename/WAN", done: "'External' is called 'WAN'", says: "zone 'WAN' with no network"),
    Hand(order: "zones/Hotspot/delete", done: "'Hotspot' deleted", says: "zone 'Dmz' with"),
    Hand(order: "zones/Kids/add", done: "'Kids' added", says: "zone 'Kids' with no network"),
    Hand(order: "zones/Dmz/add"), Hand(order: "zones/None/delete"), Hand(order: "zones/Dmz/rename"),
    Hand(order: "networks/Kids/move/Dmz", done: "'Kids' is in 'Dmz'", says: "zone 'Dmz' with 'Kids'"),
    Hand(order: "networks/Kids/move/None"), Hand(order: "networks/None/move/Dmz"),
    Hand(order: "clients/TV/leave", done: "'TV' has left", says: "in 'Default', away, internet"),
    Hand(order: "clients/Games%20console/come", done: "'Games console' is there", says: "02, in 'Kids', internet"),
    Hand(order: "clients/TV/be-in/Guests", done: "'TV' is in 'Guests'", says: "53:12, in 'Guests', internet"),
    Hand(order: "clients/TV/be-in/None"), Hand(order: "clients/None/leave"), Hand(order: "clients/TV/paint"),
    Hand(order: "applications/TikTok/rename/Clips", done: "'TikTok' is called 'Clips'"),
    Hand(order: "applications/None/rename/Clips"), Hand(order: "applications/TikTok/rename"),
    Hand(order: "\(games)/rename/New", done: "'Kids no games' is called 'New'", says: "policy 'New' enabled"),
    Hand(order: "\(games)/describe/by%20me", done: "'Kids no games' described as 'by me'"),
    Hand(order: "\(games)/copy", done: "'Kids no games' copied"),
    Hand(order: "\(games)/hide", done: "'Kids no games' in no list"), Hand(order: "\(games)/let-off/a"),
    Hand(order: "\(games)/rename"), Hand(order: "\(games)/toggle/x"), Hand(order: "\(games)/delete/x"),
    Hand(order: "\(bedtime)/always", done: "'Kids bedtime' without hours of its own"),
    Hand(
      order: "\(bedtime)/let-off/02:00:00:AA:BB:02", done: "'Kids bedtime' lets 02:00:00:AA:BB:02 off"),
    Hand(order: "\(bedtime)/let-off/02:00:00:00:00:00"),
    Hand(
      order: "\(bedtime)/take-in/00:00:5e:00:53:12", done: "'Kids bedtime' is about 00:00:5e:00:53:12 too"),
  ]

  @Test(arguments: hands)
  func changesTheHome(_ hand: Hand) {
    var door = Backstage(Staged(Household.console()))
    let noon = SimulatedRequest(method: "POST", target: "/simulator/" + hand.order)
    let answer = door.respond(to: noon, at: BlockingTests.noon)
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == (hand.done == nil ? 404 : 200))
    if let done = hand.done { #expect(text == done + "\n") }
    let seen = door.respond(to: SimulatedRequest(method: "GET", target: "/simulator"), at: BlockingTests.noon)
    #expect(String(decoding: seen.body, as: UTF8.self).contains(hand.says) || hand.says.isEmpty)
  }

  @Test func editsWhatAPolicyIsAbout() throws {
    var console = Household.console()
    let night = 1_795_132_800.0 + 22 * 3600
    let sunday = night + 2 * 86_400
    #expect(console.blocks("02:00:00:aa:bb:01", at: night) == false)
    #expect(console.blocks("02:00:00:aa:bb:01", at: sunday) == true)
    for words in [["let-off", "02:00:00:aa:bb:01"], ["always"], ["take-in", "00:00:5e:00:53:12"]] {
      #expect(console.perform(["policies", "Kids bedtime"] + words, seconds: nil, at: 0) != nil)
    }
    #expect(console.blocks("02:00:00:aa:bb:01", at: sunday) == false)
    #expect(console.blocks("02:00:00:aa:bb:02", at: night) == true)
    #expect(console.blocks("00:00:5e:00:53:12", at: night) == true)
    #expect(console.perform(["policies", "Kids bedtime", "copy"], seconds: nil, at: 0) != nil)
    #expect(PolicyRequests.all(&console).filter { $0["name"] == "Kids bedtime" }.compactMap { $0["id"] }.count == 2)
  }

  @Test(arguments: [
    "extra-members-inside", "new-policies-idless", "new-policies-unlisted", "new-policies-forgotten", "upper-case",
    "lower-case", "reordered-lists", "known-applications-only",
  ])
  func turnsModesOnAndOff(_ mode: String) {
    var console = Household.console()
    let before = console.describe(at: 0)
    #expect(console.perform(["mode", mode, "on"], seconds: nil, at: 0) == "\(mode) on")
    #expect(console.describe(at: 0)[1] == "modes: \(mode)")
    #expect(console.perform(["mode", mode, "off"], seconds: nil, at: 0) == "\(mode) off")
    #expect(console.describe(at: 0) == before)
  }

  @Test func holdsAsManyApplicationsAsAreAskedFor() throws {
    let few = ApplicationCatalogue.usual().applications.count
    let console = try SimulatorArguments(["--applications", "3000"]).console(key: "k")
    #expect(console.catalogue.applications.count == few + 3000)
    #expect(SimulatorArguments.mistake(in: "--applications=10001") == "'10001' is no value for '--applications'")
    #expect(SimulatorArguments.help.contains("--applications N"))
  }
}
