package import CivilTime
package import Host
import Policies
package import StateStore

extension Zones {
  /// That of the policy which the last run followed with the state of `store`; the machine's before the first run, or where
  /// it is not known here.
  package func followed(by store: StateStore?) -> Zone {
    guard let name = try? store?.zone(), case .zone(let zone) = look(name) else { return ofMachine }
    return zone
  }
}
