import CivilTime
import Testing

@Suite struct ZoneCatalogueTests {
  static let catalogue = ZoneCatalogue(
    tzdata: Array(
      """
      # version 2025b
      R d 1916 o - Jun 14 23s 1 S
      Z Africa/Algiers 0:12:12 - LMT 1891 Mar 16
      0:9:21 - PMT 1911 Mar 11
      Z Europe/Berlin 0:53:28 - LMT 1893 Ap
      1 c CE%sT 1945 May 24 2
      Z Europe/Brussels 0:17:30 - LMT 1880
      Z America/New_York -4:56:2 - LMT 1883 N 18 17u
      Z America/Argentina/Ushuaia -4:33:12 - LMT 1894 O 31
      Z Asia/Ho_Chi_Minh 7:6:30 - LMT 1906 Jul
      Z Etc/UTC 0 - UTC
      Z Etc/GMT+2 -2 - -02
      L Etc/UTC UTC
      L Europe/Brussels ROK
      L America/New_York US/Eastern
      L Asia/Ho_Chi_Minh Asia/Saigon
      L Europe/Berlin posix/Berlin
      L Europe/Berlin Four/Parts/Are/Many
      """.utf8))

  @Test func names() {
    #expect(
      Self.catalogue.names == [
        "Africa/Algiers", "America/Argentina/Ushuaia", "America/New_York", "Asia/Ho_Chi_Minh", "Asia/Saigon",
        "Europe/Berlin", "Europe/Brussels", "US/Eastern", "UTC",
      ])
  }

  @Test(
    "what is accepted",
    arguments: [
      ("Europe/Berlin", true), ("America/Argentina/Ushuaia", true), ("US/Eastern", true), ("UTC", true),
      ("utc", false), ("Etc/UTC", false), ("Etc/GMT+2", false), ("posix/Berlin", false), ("CET", false),
      ("europe/berlin", false), ("Europe/Berlin ", false), ("Europe/../Berlin", false), ("", false), ("/", false),
    ])
  func accepted(name: String, isAccepted: Bool) {
    #expect(Self.catalogue.accepts(name) == isAccepted)
  }

  @Test(
    "what was meant",
    arguments: [
      ("europe/berlin", ["Europe/Berlin"]), ("Berlin", ["Europe/Berlin"]), ("utc", ["UTC"]), ("Etc/UTC", ["UTC"]),
      ("CET", ["Europe/Berlin"]), ("MEZ", ["Europe/Berlin"]), ("ROK", ["Europe/Brussels"]), ("PST", []),
      ("Europe/Berlni", ["Europe/Berlin"]), ("America/New York", ["America/New_York"]),
      ("new york", ["America/New_York"]), ("Germany/Berlin", ["Europe/Berlin"]), ("Atlantis/Lost", []), ("", []),
    ])
  func meant(name: String, nearest: [String]) {
    #expect(Self.catalogue.nearest(to: name) == nearest)
  }

  /// Distances from UTC, towns without a zone of their own, and what Windows says, are a place.
  @Test(arguments: [
    ("GMT+2", ["Europe/Athens", "Europe/Berlin"]), ("UTC+1", ["Europe/Berlin", "Europe/London"]),
    ("+01:00", ["Europe/Berlin", "Europe/London"]), ("utc-05:00", ["America/New_York", "America/Chicago"]),
    ("+5:30", ["Asia/Kolkata"]), ("UTC+0", ["Europe/London", "UTC"]), ("+1:00:00", []), ("UTC+25", []), ("+", []),
    ("GMT+-5", []), ("+1:-5", []),
    ("IST", ["Asia/Kolkata"]), ("Munich", ["Europe/Berlin"]), ("Europe/Munich", ["Europe/Berlin"]),
    ("Europe/München", ["Europe/Berlin"]), ("America/San Francisco", ["America/Los_Angeles"]),
    ("W. Europe Standard Time", ["Europe/Berlin"]), ("Etc/UCT", ["UTC"]), ("Etc/GMT+5", []),
  ]) func placesThatAreMeant(name: String, nearest: [String]) throws {
    let catalogue = ZoneCatalogue(tzdata: try MachineZones.bytes("tzdata.zi"))
    #expect(catalogue.nearest(to: name) == nearest)
  }

  @Test func everyListedNameOfTheMachineIsAFile() throws {
    let catalogue = ZoneCatalogue(tzdata: try MachineZones.bytes("tzdata.zi"))
    #expect(catalogue.names.count > 400)
    for name in catalogue.names where name != "UTC" { _ = try Zone(name: name, bytes: try MachineZones.bytes(name)) }
  }

  @Test(
    "where a link leads",
    arguments: [
      ("US/Eastern", "America/New_York"), ("ROK", "Europe/Brussels"), ("Europe/Berlin", nil), ("Europe/Nowhere", nil),
      ("First/Link", "Europe/Berlin"), ("Round/One", "Round/One"),
    ])
  func links(name: String, target: String?) {
    let catalogue = ZoneCatalogue(
      tzdata: Array(
        """
        Z Europe/Berlin 0:53:28 - LMT 1893 Ap
        L America/New_York US/Eastern
        L Europe/Brussels ROK
        L Second/Link First/Link
        L Europe/Berlin Second/Link
        L Round/Two Round/One
        L Round/One Round/Two
        """.utf8))
    #expect(catalogue.target(ofLink: name) == target)
  }

  /// Old names that no machine lists any more have a place in the hint.
  @Test func oldNamesAreKnownWithoutTheList() {
    #expect(Self.catalogue.nearest(to: "US/Central") == [])
    let list = ZoneCatalogue(tzdata: Array("Z Asia/Kolkata 5:53:28 - LMT 1854 Jun 28\n".utf8))
    #expect(list.nearest(to: "Asia/Calcutta") == ["Asia/Kolkata"])
  }
}
