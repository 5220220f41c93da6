/// How often an address may show what is not known here.
struct WrongTries {
  private var byAddress: [String: (count: Int, since: Int64)] = [:]

  /// So many within ten minutes.
  private static let most = 10
  private static let seconds: Int64 = 600
  /// Of more addresses than that the oldest are forgotten.
  private static let mostAddresses = 1_000

  /// Whether nothing more may be tried from there at `now`, in seconds of a clock that nobody sets.
  func isBlocked(_ address: String, at now: Int64) -> Bool {
    guard let found = byAddress[address] else { return false }
    return found.count >= Self.most && now - found.since < Self.seconds
  }

  /// One more was wrong.
  mutating func note(_ address: String, at now: Int64) {
    if let found = byAddress[address], now - found.since < Self.seconds {
      byAddress[address] = (found.count + 1, found.since)
      return
    }
    if byAddress.count >= Self.mostAddresses {
      byAddress = byAddress.filter { now - $0.value.since < Self.seconds }
      if byAddress.count >= Self.mostAddresses, let oldest = byAddress.min(by: { $0.value.since < $1.value.since }) {
        byAddress[oldest.key] = nil
      }
    }
    byAddress[address] = (1, now)
  }
}
