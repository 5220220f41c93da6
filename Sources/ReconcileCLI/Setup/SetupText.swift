import Documents
import Policies
import Reconciliation
import Secrets

/// What `init` tells when it is done, or why it is not, for a terminal of 80 columns.
struct SetupText {
  let surveyed: [Surveyed]
  let path: String

  /// What was found on each system, or why that is not known; ends in a line feed.
  var findings: String {
    surveyed.flatMap(lines).joined(separator: "\n") + "\n"
  }

  /// What to do now; ends in a line feed.
  var next: String {
    let lines =
      ["", "'\(path.escaped)' was written, and is valid. Now read it, and then:", ""]
      + ["doctor", "--dry-run"].map { "  reconcile \($0) \(path.escaped)" }
    return (bindings + lines).joined(separator: "\n") + "\n"
  }

  private func lines(_ one: Surveyed) -> [String] {
    let name = one.system.name.text
    switch one.reading {
    case .failure(let error):
      return ["! \(name)  could not be read"] + detail(error.message) + detail(error.hint ?? "") + pinLines(one)
    case .success(let observation):
      return ["  \(name)  \(observation.title.escaped)"] + pinLines(one)
    }
  }

  private func pinLines(_ one: Surveyed) -> [String] {
    guard let seen = one.pinned else { return [] }
    let renewal = seen.isMadeByPiHole(one.system) ? detail(DoctorWording.renewal) : []
    return detail(SetupWording.trustedOnFirstUse(seen)) + detail(seen.pin) + renewal
  }

  private func detail(_ text: String) -> [String] { wrapped(text.escaped, indent: "    ") }

  /// The second line of each secret.
  private var bindings: [String] {
    let lines = surveyed.flatMap { one -> [String] in
      guard let source = one.source else { return [] }
      return [
        "  \(Self.place(source).escaped)",
        "    for " + ([one.system.url.origin] + one.system.pins).joined(separator: " "),
      ]
    }
    return lines.isEmpty ? [] : ["", "Each secret says where it may go, in its second line:", ""] + lines
  }

  private static func place(_ source: SecretSource) -> String {
    switch source {
    case .credential(_, let path), .file(let path): path
    case .environment(let name): "the variable \(name)_FOR"
    }
  }
}

extension System {
  /// The pins that the policy gives.
  fileprivate var pins: [String] {
    if case .pins(let pins) = tls { return pins }
    return []
  }
}
