import Documents

/// What to write for a system's own target, where its options are in another place.
enum OwnTargetHint {
  /// `targets: {pihole: {enforcement: strict}}`, with the options of `map` that the target of the system's own `name`
  /// has; nil if there is none, or one has a value that it cannot have.
  static func line(_ name: String, _ map: MapReader, _ own: SelectorKind?) -> String? {
    guard let own else { return nil }
    let given = PolicyKey.TargetOption.ofOwnTarget.filter { map[$0.rawValue] != nil }
    let options = given.compactMap { option in
      value(of: option, map, own.states ?? .onOff).map { "\(option.rawValue): \($0)" }
    }
    guard !options.isEmpty, options.count == given.count else { return nil }
    return "targets: {\(name): {\(options.joined(separator: ", "))}}"
  }

  private static func value(
    of option: PolicyKey.TargetOption, _ map: MapReader, _ states: StatePair
  ) -> String? {
    // A guard is a map, and never a word.
    guard option != .guard, case .scalar(let scalar)? = map[option.rawValue]?.content else { return nil }
    let known = option == .enforcement ? Enforcement.allCases.map(\.rawValue) : states.otherwise.map(\.rawValue)
    return known.contains(scalar.text) ? scalar.text : nil
  }
}
