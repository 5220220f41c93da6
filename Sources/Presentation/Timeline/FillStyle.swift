import Policies

/// How a state is drawn, in strips and in pictures.
package enum FillStyle: String {
  /// Something is taken away: drawn full.
  case closed
  /// Nothing is: drawn light.
  case open
  /// Nothing is written: drawn hatched.
  case leave
}

extension TargetState {
  /// How it is drawn.
  var look: FillStyle {
    self == .leave ? .leave : isOff ? .closed : .open
  }

  /// The words for the states among `states` that look alike, as a legend names them.
  static func words(_ look: FillStyle, among states: Set<TargetState>, of kinds: SystemKinds) -> String {
    if look == .leave { return states.contains(.leave) ? "left alone" : "" }
    return kinds.states.filter { $0.look == look && states.contains($0) }.map(\.rawValue).joined(separator: ", ")
  }
}
