import Controller
import Overrides
import PageServer
import Policies

/// Every text about serving the page.
enum ServeMessages {
  static func noPeople(_ policy: Policy) -> OverrideRefusal {
    let target = policy.targets.first?.name.text ?? "kids"
    return OverrideRefusal(
      "the policy names no people, so there is nobody to show a page to",
      "write 'people: {anna: {manages: [\(target)]}, emma: {asks: [\(target)]}}' into it")
  }

  static let lastGood = "the policy has errors; the page shows its last valid version"

  /// The one of the command line is broken, and `path` is followed.
  static func another(_ path: String) -> String { "the page shows the policy that is followed, '\(path)'" }

  static func problem(_ problem: PageServer.Problem, _ address: ListenAddress) -> OverrideRefusal {
    switch problem {
    case .noLibrary: OverrideRefusal("libmicrohttpd is not installed", "apt-get install libmicrohttpd12")
    case .socket(let reason):
      OverrideRefusal(
        "nothing can listen at \(address.host):\(address.port): \(reason)", "--listen names another place")
    case .refused:
      OverrideRefusal("the page cannot be served", "a certificate and its key have to belong together, both in PEM")
    }
  }

  static func goesWith(_ option: Option, _ other: Option) -> UsageError {
    UsageError(message: "'--\(option.name)' goes with '--\(other.name)'", hint: "give both, or neither")
  }

  static let isPlain =
    "the page goes over plain http: everybody in that network can read it, and take a cookie from it; "
    + "docs/page.md says how to serve it by https"

  /// `again` names the policy and the state.
  static func serving(_ address: String, _ policy: Policy, again: String) -> String {
    let link = "reconcile people link \(policy.people.first?.name.text ?? "NAME")\(again)"
    return "The page is at \(address). '\(link)' lets a phone join."
  }
}
