import Documents

/// What to write for a Pi-hole's own blocking, where its options stand in another place.
enum BlockingHint {
  /// `targets: {pihole: {enforcement: strict}}`, with the options of `map` that the target of the Pi-hole's own `name`
  /// has; nil where there is none, or one has a value that it cannot have.
  static func line(_ name: String, _ map: MapReader) -> String? {
    let given = PolicyKey.TargetOption.ofBlocking.filter { map[$0.rawValue] != nil }
    let options = given.compactMap { option in value(of: option, map).map { "\(option.rawValue): \($0)" } }
    guard !options.isEmpty, options.count == given.count else { return nil }
    return "targets: {\(name): {\(options.joined(separator: ", "))}}"
  }

  private static func value(of option: PolicyKey.TargetOption, _ map: MapReader) -> String? {
    guard case .scalar(let scalar)? = map[option.rawValue]?.content else { return nil }
    let known =
      option == .enforcement
      ? Enforcement.allCases.map(\.rawValue) : (StateKind.activePaused.states + [.leave]).map(\.rawValue)
    return known.contains(scalar.text) ? scalar.text : nil
  }
}
