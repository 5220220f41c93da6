/// Acts that were done or are being done, by the key of the form: a second tap does nothing more.
struct RecentActs<Said> {
  private var said: [String: Said] = [:]
  private var order: [String] = []

  private static var most: Int { 512 }

  /// What was said of it.
  subscript(key: String) -> Said? { said[key] }

  mutating func remember(_ key: String, _ answer: Said) {
    if said.updateValue(answer, forKey: key) == nil { order.append(key) }
    if order.count > Self.most { said[order.removeFirst()] = nil }
  }
}
