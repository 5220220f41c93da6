/// What the family has set up on its Pi-hole by hand.
extension Household {
  /// Two groups beside 'Default', a tablet that keeps the general rules and a console that does not, two domains and
  /// two lists; `furtherDomains` and `furtherGroups` add so many that no policy names.
  static func gravity(furtherDomains: Int, furtherGroups: Int, at now: Double) -> Gravity {
    var gravity = Gravity(at: now)
    for row in rows + further(domains: furtherDomains, groups: furtherGroups) {
      do throws(Gravity.Refusal) {
        try gravity.upsert(row.name, in: row.place, comment: row.comment, isEnabled: row.isEnabled, at: now)
        if let groups = row.groups { try gravity.setGroups(groups, of: row.name, in: row.place) }
      } catch {
        assertionFailure("'\(row.name)': \(error.text)")
      }
    }
    return gravity
  }

  private struct Row {
    var place: GravityPlace
    var name: String
    var comment: String?
    var isEnabled = true
    /// Nil leaves what everything new belongs to.
    var groups: [Int]?
  }

  private static let rows = [
    Row(place: .group, name: "kids", comment: "what the children use"),
    Row(place: .group, name: "no-youtube", comment: "while there is homework", isEnabled: false),
    Row(place: .client, name: "192.168.1.21", comment: "tablet", groups: [0, 1]),
    Row(place: .client, name: "192.168.1.22", comment: "games console", groups: [1]),
    Row(place: .domain(.allow, .exact), name: "learn.school.example", comment: "homework", groups: [0, 1]),
    Row(place: .domain(.deny, .regex), name: "(^|\\.)youtube\\.com$", comment: "by hand", groups: [2]),
    Row(place: .list(.block), name: "https://lists.example/advertising.txt", comment: "came with it", groups: [0, 1]),
    Row(place: .list(.allow), name: "https://lists.example/needed.txt"),
  ]

  /// Domains with names and comments as long as those of lists that people import, so that the answer about tens of
  /// thousands of them is as large as a real one.
  private static func further(domains: Int, groups: Int) -> [Row] {
    (0..<max(0, groups)).map { Row(place: .group, name: "group-\($0 + 1)") }
      + (0..<max(0, domains)).map {
        Row(
          place: .domain(.deny, .exact), name: "host-\($0 + 1).telemetry.advertising.example",
          comment: "imported with a list of trackers, 2026-11-01")
      }
  }
}
