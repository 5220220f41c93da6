/// What somebody wanted for a while.
struct HouseOverride: Equatable, Sendable {
  /// The program numbers them from 1.
  var id: Int
  var target: String
  var state: String
  /// By the machine's clock; `until` is out.
  var from: Int64
  var until: Int64

  func holds(at instant: Int64) -> Bool { (from..<max(from, until)).contains(instant) }
}
