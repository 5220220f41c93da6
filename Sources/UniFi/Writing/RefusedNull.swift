import JSONTree

// The API reads a member that is null and one that is absent alike, and consoles give either. Yet an update refuses by
// its name a member that an object of this type does not have, whatever its value is: `networkIdFilter` in a rule of
// type IPV4, `allowReturnTraffic` in an action that blocks, `matchOpposite` beside a preset of protocols. Which nulls a
// console gives differs from version to version, so none is left out before the console says so.

extension UniFiRefusal {
  /// `body` without the null that this refusal names, at whatever depth; without any null where it names no member, or
  /// with `allAtOnce`. Nil where it names a member that is not null, or `body` holds no null.
  func withoutRefusedNull(_ body: JSON, allAtOnce: Bool) -> JSON? {
    guard status == 400 else { return nil }
    let named = unknownMember.map { body.removingNull(at: $0.steps[...]) }
    if let named, named == nil || !allAtOnce { return named }
    let rest = body.withoutNulls
    return rest == body ? nil : rest
  }
}

extension JSON {
  /// The same tree without members that are null; elements of arrays stay.
  var withoutNulls: JSON {
    switch self {
    case .object(let members):
      .object(members.filter { !$0.value.isNull }.map { Member($0.name, $0.value.withoutNulls) })
    case .array(let elements): .array(elements.map(\.withoutNulls))
    case .null, .bool, .number, .string: self
    }
  }

  /// The same tree without the member at the end of `steps`, where that is null; nil where it is not.
  fileprivate func removingNull(at steps: ArraySlice<MemberPath.Step>) -> JSON? {
    guard let step = steps.first else { return nil }
    let rest = steps.dropFirst()
    switch (self, step) {
    case (.object(let members), .member(let name)):
      guard let place = members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
      return objectWithoutNull(at: rest, inside: place, of: members)
    case (.array(var elements), .element(let place)):
      guard elements.indices.contains(place), let changed = elements[place].removingNull(at: rest) else { return nil }
      elements[place] = changed
      return .array(elements)
    case (_, .member), (_, .element): return nil
    }
  }
}

/// The object of `members` without the one at `place` or, where there are `steps` left, without what they lead to in it.
private func objectWithoutNull(
  at steps: ArraySlice<MemberPath.Step>, inside place: Int, of members: [JSON.Member]
) -> JSON? {
  var members = members
  if steps.isEmpty {
    guard members.remove(at: place).value.isNull else { return nil }
  } else {
    guard let changed = members[place].value.removingNull(at: steps) else { return nil }
    members[place].value = changed
  }
  return .object(members)
}
