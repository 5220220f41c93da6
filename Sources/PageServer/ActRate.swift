/// How often one device may do something: each act waits for the state, and all others wait for it.
struct ActRate {
  private var byDevice: [String: (count: Int, since: Int64)] = [:]

  /// So many within a minute.
  static let most = 60
  private static let seconds: Int64 = 60

  /// Counts one more act of the device with this hash at `now`, in seconds of a clock that nobody sets. False where it is one
  /// too many.
  mutating func take(_ device: String, at now: Int64) -> Bool {
    byDevice = byDevice.filter { now - $0.value.since < Self.seconds }
    let found = byDevice[device] ?? (0, now)
    guard found.count < Self.most else { return false }
    byDevice[device] = (found.count + 1, found.since)
    return true
  }
}
