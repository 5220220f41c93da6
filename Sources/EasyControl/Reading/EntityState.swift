import HTTPTransport
import JSONTree
import Providers

/// One entity of the guest pass as the server has it, of a domain that can be switched.
struct EntityState: Hashable, Sendable {
  /// Its whole id: `cover.garage`.
  let id: String
  /// What it is.
  let domain: EntityDomain
  /// The word for its state; `unavailable` also for what is not there.
  private(set) var state: String
  /// The bits of what its device can do; nil where it does not say.
  let features: Int?

  /// What `text` says of an entity that can be switched; nil for any other, and for what is not understood.
  init?(_ text: JSONText) {
    guard let id = text["entity_id"]?.string, id.utf8.count <= Self.longestID, let state = text["state"]?.string,
      let dot = id.firstIndex(of: "."), let domain = EntityDomain.named(id[..<dot])
    else { return nil }
    self.id = id
    self.domain = domain
    self.state = state
    features = text["supported_features"]?.int
  }

  /// In bytes; Home Assistant's own limit.
  private static let longestID = 255

  /// The same with a state that can be told to people: without `secret`, should the server repeat it, and cut where it is
  /// longer than any state.
  func hiding(_ secret: Secret) -> EntityState {
    var hidden = self
    hidden.state = secret.hidden(in: state).shortened()
    return hidden
  }

  /// What its state comes to.
  var condition: EntityCondition { domain.condition(state) }

  /// Whether its device has nothing for `action`.
  func lacks(_ action: EntityDomain.Action) -> Bool {
    guard let bit = action.feature, let features else { return false }
    return features & bit == 0
  }

  /// Told apart by the id and the state.
  static func == (left: EntityState, right: EntityState) -> Bool { (left.id, left.state) == (right.id, right.state) }

  /// By the id.
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
