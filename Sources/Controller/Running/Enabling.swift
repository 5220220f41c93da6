package import Host
import Text

/// What has to be typed so that systemd runs a policy again and again.
package enum Enabling: Hashable, Sendable {
  /// This unit follows the policy already, and has to be enabled.
  case enable(unit: String)
  /// Units have to be written for the policy at this path.
  case write(policy: String)
  /// No service can see the policy at this path: it has to be copied to where the package's unit looks for one.
  case install(policy: String)
  /// No service can see the policy, as this `folder` is hidden from it. What it says has to go to the policy at `other`, which
  /// the package's unit follows; nil where the policy itself has to be moved.
  case move(outOf: String, into: String?)

  /// For the policy at `path`, as it was named.
  package init(_ path: String, _ environment: Environment) {
    let place = Following.place(of: path, environment)
    if let unit = Self.units.first(where: { Self.policy($0.service, $0.packaged, environment.files) == place })?.unit {
      self = .enable(unit: unit)
    } else if let folder = ServiceView.hiddenFolder(of: place, environment.files) {
      let isThere = (try? environment.files.kind(of: PolicyPath.installed)) != .some(nil)
      let isFile = (try? environment.files.kind(of: place)) == .regular
      self =
        isFile && !isThere
        ? .install(policy: place) : .move(outOf: folder, into: isThere ? PolicyPath.installed : nil)
    } else {
      self = .write(policy: environment.files.resolved(".") == nil ? path : place)
    }
  }

  /// The whole line; where no line does it, a sentence that says what to do.
  package var command: String {
    switch self {
    case .enable(let unit): "sudo systemctl enable --now \(unit)"
    case .write(let policy): "sudo reconcile units --output \(Self.folder) --policy \(ShellWord.word(policy))"
    case .install(let policy):
      "sudo install -bD -m 644 \(ShellWord.word(policy)) \(PolicyPath.installed) && sudo systemctl enable --now "
        + EnabledUnits.timer
    case .move(let folder, let other):
      "a service cannot see this policy, as \(folder) is hidden from it: "
        + (other.map { "add its entries to '\($0)'" } ?? "move it to /etc/reconcile")
    }
  }

  /// Where an administrator's own units are.
  package static let folder = "/etc/systemd/system"

  /// What starts a service, and the policy that the package's unit follows; nil where only an administrator's own one counts,
  /// as the package's timer and daemon follow the same policy.
  private static let units: [(unit: String, service: String, packaged: String?)] = [
    (EnabledUnits.timer, "reconcile.service", PolicyPath.installed), (EnabledUnits.watch, EnabledUnits.watch, nil),
  ]

  /// The policy that `service` follows, with its drop-ins; nil where it is not there, or names none.
  private static func policy(_ service: String, _ packaged: String?, _ files: any Files) -> String? {
    let path = "\(folder)/\(service)"
    let own = (try? files.bytes(of: path, limit: 1 << 16)).map { String(decoding: $0, as: UTF8.self) }
    guard let text = own ?? packaged.map({ "\(UnitText.start)=reconcile apply \($0)" }) else { return nil }
    let started = UnitDropIns(of: path, files).applied(to: UnitText(text)).values(of: UnitText.start)
    return started.first.flatMap { UnitCommand($0).policy }
  }
}
