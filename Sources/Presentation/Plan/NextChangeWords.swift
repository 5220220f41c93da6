import Planning
import Policies

extension Plan.NextChange {
  /// `22:00 (kids, tv)`
  package func words(_ moments: Moments) -> String {
    "\(moments.short(at)) (\(targets.map(\.text).joined(separator: ", ")))"
  }
}
