/// How a console spells its answers at the moment.
struct UniFiManner {
  var version: UniFiVersion
  /// Send unset optional members as null instead of leaving them out.
  var unsetAsNull: Bool
  /// Members that no document knows.
  var extras: [JSONValue.Field]
  /// Whether they stand within firewall policies as well.
  var extrasReachInside: Bool
  /// Leave out the ids of all policies that users made.
  var hidesUserPolicyIDs: Bool

  /// `names` as members that are null, where `object` lacks them and unset members are sent at all.
  func unset(_ names: [String], in object: JSONValue) -> [JSONValue.Field] {
    unsetAsNull ? names.filter { object[$0] == nil }.map { .init($0, .null) } : []
  }
}

extension UniFiConsole {
  var manner: UniFiManner {
    UniFiManner(
      version: version, unsetAsNull: sendsUnsetAsNull, extras: extraMembers, extrasReachInside: extraMembersReachInside,
      hidesUserPolicyIDs: idlessPolicies)
  }

  /// What of a body is kept: null is the same as absent, and extra members are the console's own.
  func kept(_ body: JSONValue) -> JSONValue {
    let settings = body.withoutNulls
    return settings.without(Set(extraMembers.map(\.name)), inside: extraMembersReachInside)
  }
}

extension JSONValue {
  /// The same tree with `extras` at the end of every object in it.
  func with(_ extras: [Field]) -> JSONValue {
    switch self {
    case .object(let fields): .object(fields.map { Field($0.name, $0.value.with(extras)) } + extras)
    case .array(let elements): .array(elements.map { $0.with(extras) })
    case .null, .bool, .number, .string, .bytes: self
    }
  }

  /// The same tree without members of these names, in the outermost object or in all.
  func without(_ names: Set<String>, inside: Bool) -> JSONValue {
    switch self {
    case .object(let fields):
      .object(
        fields.filter { !names.contains($0.name) }.map {
          inside ? Field($0.name, $0.value.without(names, inside: true)) : $0
        })
    case .array(let elements): .array(inside ? elements.map { $0.without(names, inside: true) } : elements)
    case .null, .bool, .number, .string, .bytes: self
    }
  }
}
