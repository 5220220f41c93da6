import JSONTree
import Providers

/// A site of a console, whose rules are its own.
struct UniFiSite: Hashable, Sendable {
  /// A UUID; all paths need it.
  let id: String
  /// What the user interface shows.
  let name: String
  /// The short name of older interfaces, such as `default`.
  let reference: String?

  /// A site from an item of the list; nil where that has no UUID or no name.
  init?(_ item: JSONText) {
    guard let id = item.uuid, let name = item["name"]?.string else { return nil }
    self.id = id
    self.name = name
    reference = item["internalReference"]?.string
  }

  /// The one of `sites` that `text` means: by UUID, else by name or internal reference, compared by canonical
  /// equivalence without case. Nil means the only one.
  ///
  /// Throws `notFound` where none or several fit: a rule of the wrong site would be somebody else's.
  static func named(_ text: String?, among sites: [UniFiSite]) throws(ProviderError) -> UniFiSite {
    guard let text else {
      guard sites.count == 1 else { throw UniFiMessages.siteNotGiven(sites) }
      return sites[0]
    }
    if let exact = sites.first(where: { $0.id.lowercased() == text.lowercased() }) { return exact }
    let fitting = sites.filter { $0.isCalled(text) }
    guard fitting.count == 1 else { throw UniFiMessages.site(text, fits: fitting, among: sites) }
    return fitting[0]
  }

  private func isCalled(_ text: String) -> Bool {
    [name, reference].contains { $0?.lowercased() == text.lowercased() }
  }
}
