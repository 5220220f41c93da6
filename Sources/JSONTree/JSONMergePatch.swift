extension JSON {
  /// The same tree with `patch` applied as a JSON Merge Patch (RFC 7396): members of an object that the patch names are
  /// replaced, or taken out where it says null, inside objects likewise; everything that it does not name stays as it is,
  /// where it is. New members come last.
  public func merging(_ patch: JSON) -> JSON {
    guard case .object(let changes) = patch else { return patch }
    var members = members ?? []
    for change in changes {
      let place = members.firstIndex { $0.name.isIdentical(to: change.name) }
      switch (place, change.value) {
      case (let place?, .null): members.remove(at: place)
      case (let place?, let value): members[place].value = members[place].value.merging(value)
      case (nil, .null): continue
      case (nil, let value): members.append(Member(change.name, JSON.null.merging(value)))
      }
    }
    return .object(members)
  }
}
