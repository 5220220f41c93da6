/// Acts that were done or are being done, by the key of the form: a second tap does nothing more.
struct RecentActs {
  private var said: [String: String] = [:]
  private var order: [String] = []

  private static let most = 512

  /// Where the browser was sent for it.
  subscript(key: String) -> String? { said[key] }

  mutating func remember(_ key: String, _ place: String) {
    if said.updateValue(place, forKey: key) == nil { order.append(key) }
    if order.count > Self.most { said[order.removeFirst()] = nil }
  }
}
