/// Which kinds of system households have.
public enum HouseKinds: String, Sendable {
  /// Consoles and Pi-holes.
  case network
  /// A Home Assistant, an Easy Control and a BuilderOS host.
  case house
  /// All of them. What a house adds is drawn from a stream of its own: the network stays what it is without it.
  case all
}
