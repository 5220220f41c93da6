/// The manners of a console that can be turned on and off while it runs.
struct ConsoleMode: Sendable {
  var name: String
  var isOn: @Sendable (UniFiConsole) -> Bool
  var turn: @Sendable (inout UniFiConsole, _ on: Bool) -> Void

  private static let extra = JSONValue.Field("simulatedExtra", ["hits": 17])

  static let all = [
    ConsoleMode(name: "no-firewall", isOn: { $0.hidesZoneFirewall }, turn: { $0.hidesZoneFirewall = $1 }),
    ConsoleMode(name: "idless-policies", isOn: { $0.idlessPolicies }, turn: { $0.idlessPolicies = $1 }),
    ConsoleMode(
      name: "view-only", isOn: { $0.keys.allSatisfy { $0.role == .viewOnly } },
      turn: { console, on in
        for place in console.keys.indices { console.keys[place].role = on ? .viewOnly : .full }
      }),
    ConsoleMode(name: "nulls", isOn: { $0.sendsUnsetAsNull }, turn: { $0.sendsUnsetAsNull = $1 }),
    ConsoleMode(
      name: "extra-members", isOn: { !$0.extraMembers.isEmpty }, turn: { $0.extraMembers = $1 ? [extra] : [] }),
    ConsoleMode(
      name: "extra-members-back", isOn: { $0.takesExtraMembersBack }, turn: { $0.takesExtraMembersBack = $1 }),
    ConsoleMode(
      name: "extra-members-inside", isOn: { $0.extraMembersReachInside }, turn: { $0.extraMembersReachInside = $1 }),
    ConsoleMode(
      name: "new-policies-idless", isOn: { $0.newPolicies.listing == .withoutID },
      turn: { $0.newPolicies.listing = $1 ? .withoutID : .whole }),
    ConsoleMode(
      name: "new-policies-unlisted", isOn: { $0.newPolicies.listing == .missing },
      turn: { $0.newPolicies.listing = $1 ? .missing : .whole }),
    ConsoleMode(
      name: "new-policies-forgotten", isOn: { $0.newPolicies.areForgotten },
      turn: { $0.newPolicies.areForgotten = $1 }),
    ConsoleMode(
      name: "upper-case", isOn: { $0.policyNormalisation.hardware == .upper },
      turn: { $0.policyNormalisation.hardware = $1 ? .upper : .asSent }),
    ConsoleMode(
      name: "lower-case", isOn: { $0.policyNormalisation.hardware == .lower },
      turn: { $0.policyNormalisation.hardware = $1 ? .lower : .asSent }),
    ConsoleMode(
      name: "reordered-lists", isOn: { $0.policyNormalisation.reordersLists },
      turn: { $0.policyNormalisation.reordersLists = $1 }),
    ConsoleMode(
      name: "known-applications-only", isOn: { $0.refusesUnknownApplications },
      turn: { $0.refusesUnknownApplications = $1 }),
    ConsoleMode(
      name: "application-401", isOn: { $0.unauthorizedBody == .application },
      turn: { $0.unauthorizedBody = $1 ? .application : .edge }),
  ]
}

extension UniFiConsole {
  static var modes: [ConsoleMode] { ConsoleMode.all }
}
