/// Which households have people who guard some of their targets.
public enum HouseGuards: String, Sendable {
  case none
  /// Every other one, in which somebody asks now and then.
  case some
  /// Every one, in which somebody asks on most days.
  case all
}
