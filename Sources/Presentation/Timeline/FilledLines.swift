import Policies

/// `items` one after another on lines of at most `width` columns, none of them cut; the first line after `indent`, the others
/// after `following`. An item that is too long alone stands alone.
func filled(_ items: [String], separator: String, indent: String, following: String, width: Int) -> [String] {
  var lines: [String] = []
  for item in items {
    guard let last = lines.last else {
      lines.append(indent + item)
      continue
    }
    let longer = last + separator + item
    if displayWidth(longer) <= width {
      lines[lines.count - 1] = longer
    } else {
      lines[lines.count - 1] = (last + separator).withoutTrailingSpaces
      lines.append(following + item)
    }
  }
  return lines
}

extension String {
  /// Cut after its last sign that can be seen.
  var withoutTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

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
