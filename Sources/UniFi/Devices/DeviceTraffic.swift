import JSONTree

/// What of the traffic of devices one policy stops.
enum DeviceTraffic: Hashable, Sendable {
  /// Everything that goes to the internet.
  case all
  /// That of these applications, by their numbers: at most `mostApplications`.
  case applications([Int])
  /// That of these kinds of application, by their numbers.
  case categories([Int])
  /// That of these domains.
  case sites([String])

  /// A policy takes no more (OpenAPI: `applicationIds`, 1 to 100).
  static let mostApplications = 100

  /// The traffic of one target, policy by policy; never empty.
  static func parts(applications: [Int], categories: [Int], sites: [String], isOfAll: Bool) -> [DeviceTraffic] {
    if isOfAll { return [.all] }
    let chunks = stride(from: 0, to: applications.count, by: mostApplications).map {
      DeviceTraffic.applications(Array(applications[$0..<min($0 + mostApplications, applications.count)]))
    }
    return chunks + (categories.isEmpty ? [] : [.categories(categories)]) + (sites.isEmpty ? [] : [.sites(sites)])
  }

  /// The destination's filter as a merge patch: whatever else of the API's description could narrow it is taken out.
  var filter: JSON {
    switch self {
    case .all: .null
    case .applications(let ids):
      DevicePolicyBody.filter(
        "APPLICATION", "applicationFilter",
        .object([.init("applicationIds", .array(ids.map(JSON.integer)))]))
    case .categories(let ids):
      DevicePolicyBody.filter(
        "APPLICATION_CATEGORY", "applicationCategoryFilter",
        .object([.init("applicationCategoryIds", .array(ids.map(JSON.integer)))]))
    case .sites(let domains):
      DevicePolicyBody.filter(
        "DOMAIN", "domainFilter",
        .object([.init("type", .string("DOMAINS")), .init("domains", .array(domains.map(JSON.string)))]))
    }
  }
}
