extension JSON {
  /// The same object with another value for the first member called `name`, everything else as it was; nil where there
  /// is no such member, or where this is no object.
  public func replacing(_ name: String, with value: JSON) -> JSON? {
    guard case .object(var members) = self,
      let index = members.firstIndex(where: { $0.name.isIdentical(to: name) })
    else { return nil }
    members[index].value = value
    return .object(members)
  }

  /// Like `replacing`, but a member that is not there is put at the end; anything but an object stays as it is.
  public func setting(_ name: String, to value: JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return replacing(name, with: value) ?? .object(members + [Member(name, value)])
  }

  /// The same object without any member called one of `names`; anything but an object stays as it is.
  public func removing(_ names: [String]) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { member in !names.contains { member.name.isIdentical(to: $0) } })
  }
}
