import Testing

@testable import Controller
@testable import ReconcileCLI

/// Which policy a unit is for.
@Suite struct UnitCommandTests {
  static let commands: [(text: String, policy: String?)] = [
    ("/usr/bin/reconcile apply /etc/p.yaml", "/etc/p.yaml"), ("/usr/bin/reconcile apply", nil),
    ("/usr/bin/reconcile", nil),
    ("/usr/bin/reconcile apply p.yaml", nil), ("/usr/bin/reconcile apply --policy /etc/p.yaml", "/etc/p.yaml"),
    ("/usr/bin/reconcile --policy=/etc/p.yaml apply --metrics /x.prom", "/etc/p.yaml"),
    ("/usr/bin/reconcile apply /etc/p.yaml --metrics=/x.prom --yes", "/etc/p.yaml"),
    ("/usr/bin/reconcile apply --verbose /etc/p.yaml", "/etc/p.yaml"),
    ("/usr/bin/reconcile watch -v /etc/p.yaml", "/etc/p.yaml"),
    ("/usr/bin/reconcile apply --metrics /x.prom", nil), ("", nil),
  ]

  @Test(arguments: commands) func namesAPolicy(_ given: (text: String, policy: String?)) {
    #expect(UnitCommand(given.text).policy == given.policy)
  }

  /// Whatever its value, an option of what services run is not taken for the policy, before it and behind it.
  @Test func everyOptionIsKnown() {
    let options = [Command.apply, .watch, .serve].flatMap { OptionTable(.shipped).of($0) }
    for option in options where option.name != "policy" {
      let words = option.value == nil ? "--\(option.name)" : "--\(option.name) /x"
      #expect(UnitCommand("/usr/bin/reconcile apply \(words) /etc/p.yaml").policy == "/etc/p.yaml", "\(words)")
      #expect(UnitCommand("/usr/bin/reconcile apply /etc/p.yaml \(words)").policy == "/etc/p.yaml", "\(words)")
    }
  }
}
