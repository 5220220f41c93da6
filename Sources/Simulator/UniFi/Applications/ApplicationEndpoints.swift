/// `/dpi/applications` and `/dpi/categories`, which belong to no site.
extension UniFiConsole {
  func applications(_ call: UniFiCall) -> SimulatedResponse {
    .json(200, call.page.answer(catalogue.applications) { named($0.id, $0.name) })
  }

  func categories(_ call: UniFiCall) -> SimulatedResponse {
    .json(200, call.page.answer(catalogue.categories) { named($0.id, $0.name) })
  }

  private func named(_ id: Int, _ name: String) -> JSONValue {
    .object([.init("id", .number(String(id))), .init("name", .string(name))] + manner.extras)
  }

  /// Refuses a policy that names what the catalogue does not have, where the console is told to. Whether real ones do
  /// is not known.
  func checkApplications(in settings: JSONValue) throws(UniFiRefusal) {
    guard refusesUnknownApplications else { return }
    let filter = settings["destination"]?["trafficFilter"]
    let applications = filter?["applicationFilter"]?["applicationIds"]?.elements?.compactMap(\.whole) ?? []
    for id in applications where !catalogue.applications.contains(where: { $0.id == id }) {
      throw .unknownReference("Application", String(id))
    }
    let categories = filter?["applicationCategoryFilter"]?["applicationCategoryIds"]?.elements ?? []
    for id in categories.compactMap(\.whole) where !catalogue.categories.contains(where: { $0.id == id }) {
      throw .unknownReference("Application category", String(id))
    }
  }
}
