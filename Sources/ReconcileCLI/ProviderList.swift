import BuilderOS
import EasyControl
import HomeAssistant
import PiHole
package import Providers
import UniFi

extension ProviderKinds {
  /// The kinds of system that this program knows: whoever adds one adds it here.
  package static let shipped = ProviderKinds([.unifi, .pihole, .homeAssistant, .easyControl, .builderOS])
}
