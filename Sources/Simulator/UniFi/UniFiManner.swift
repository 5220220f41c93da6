/// How a console spells its answers at the moment.
struct UniFiManner {
  var version: UniFiVersion
  /// Send unset optional members as null instead of leaving them out.
  var unsetAsNull: Bool
  /// Members that no document knows.
  var extras: [JSONValue.Field]
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
      version: version, unsetAsNull: sendsUnsetAsNull, extras: extraMembers, hidesUserPolicyIDs: idlessPolicies)
  }

  /// What of a body is kept: null is the same as absent, and extra members are the console's own.
  func kept(_ body: JSONValue) -> JSONValue {
    var settings = body.withoutNulls
    for extra in extraMembers { settings[extra.name] = nil }
    return settings
  }
}
