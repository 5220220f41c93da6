import Controller
import Host
import Policies

/// What units are asked for: which program follows which policy, and where it keeps its state.
struct UnitRequest: Sendable {
  /// The program, as the service starts it.
  var program: UnitPath
  /// The policy that it follows.
  var policy: UnitPath
  /// The state's folder below `/var/lib`.
  var state: String
  /// Where the service finds the secrets.
  var credentials: Credentials
  /// Whom the service notifies, and how; by default nobody.
  var notifications = PublisherSettings()
  /// With whom the service may talk, as `IPAddressAllow=` takes them.
  var addresses: [String]
  /// What will not work, and what to do about it; one text each.
  var notes: [String]
  /// The folders below `/var/lib`, beside the state, that the page has to see: the policy is there.
  var pageFolders: [String] = []

  /// Which credentials a service is handed.
  enum Credentials: Hashable, Sendable {
    /// Those of these names.
    case named([String])
    /// All that are in the folder, each under its name with `reconcile_` before it.
    case all
  }

  /// Where credentials are on the machine.
  static let folder = "/etc/reconcile/credentials"
  /// What is before the name of a credential that was loaded with the whole folder.
  static let loadedFolder = "reconcile"
}

extension UnitRequest {
  /// What `policy`, which was read from `path`, needs on this machine.
  init(_ policy: Policy, path: String, _ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    program = try Self.installedProgram(environment)
    self.policy = try Self.servicePath(of: path, environment)
    state = try Self.stateName(invocation.value(.state))
    notifications = try PublisherSettings(invocation)
    let people = PeopleFile(ofServicesIn: environment)
    let names = UnitSecrets.credentials(of: policy, people)
    credentials = .named(names + [notifications.addressCredential].compactMap(\.self).filter { !names.contains($0) })
    let notified = UnitAddresses.Notified(notifications, environment)
    let servers = NameServers.elsewhere(environment.files)
    addresses = UnitAddresses.allowed(by: policy, people, notified, asking: servers)
    notes =
      UnitSecrets.notes(on: policy, people) + UnitAddresses.notes(on: policy, people, notified, asking: servers)
    if invocation.has(.asPage) {
      pageFolders = try Self.pageFolders(for: self.policy.text, besides: state, environment)
    }
  }

  /// The files with named credentials that are not there. What this user may not look at is none of them.
  func missingFiles(_ environment: Environment) -> [String] {
    guard case .named(let names) = credentials else { return [] }
    return names.map { "\(Self.folder)/\($0)" }.filter { (try? environment.files.kind(of: $0)) == .some(nil) }
  }

  /// What `.packaging/systemd` holds, which a test compares: any policy, with whatever secrets there are.
  static func packaged() throws(UsageError) -> UnitRequest {
    UnitRequest(
      program: try UnitPath(installed), policy: try UnitPath("/etc/reconcile/policy.yaml"), state: "reconcile",
      credentials: .all, addresses: UnitAddresses.home, notes: [])
  }

  private static let installed = "/usr/bin/reconcile"

  /// This program where it is installed; a build folder is no place to start a service from. systemd takes no program
  /// whose path would have to be quoted.
  private static func installedProgram(_ environment: Environment) throws(UsageError) -> UnitPath {
    if let path = environment.files.resolved("/proc/self/exe"), ["/usr/", "/opt/"].contains(where: path.hasPrefix) {
      let running = try UnitPath(path)
      if running.word == path { return running }
    }
    return try UnitPath(installed)
  }

  /// The absolute path of the policy. Its own links stay: what they lead to may be changed under a running service.
  private static func servicePath(of path: String, _ environment: Environment) throws(UsageError) -> UnitPath {
    if case .stream? = try? environment.files.kind(of: path) { throw UnitsMessages.stream(path) }
    let absolute = absolute(path, environment)
    if let place = ServiceView.hiddenFolder(of: absolute, environment.files) {
      throw UnitsMessages.hidden(absolute, place)
    }
    return try UnitPath(absolute)
  }

  /// The folders directly below `/var/lib` in which the policy at `path` is, whole: a link in one of them may lead elsewhere
  /// in it tomorrow. What belongs to the state is seen anyway.
  private static func pageFolders(
    for path: String, besides state: String, _ environment: Environment
  ) throws(UsageError) -> [String] {
    var folders: [String] = []
    for place in [path, environment.files.resolved(path)].compactMap(\.self) where place.hasPrefix("/var/lib/") {
      if ["/var/lib/\(state)/", "/var/lib/private/\(state)/"].contains(where: place.hasPrefix) { continue }
      let name = String(place.dropFirst("/var/lib/".count).prefix { $0 != "/" })
      let isOfState = name == "private" || state == name || state.hasPrefix(name + "/")
      guard isPlainName(name), !isOfState else { throw UnitsMessages.hidden(place, "/var/lib") }
      if !folders.contains("/var/lib/\(name)") { folders.append("/var/lib/\(name)") }
    }
    return folders
  }

  private static func absolute(_ path: String, _ environment: Environment) -> String {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    if trimmed.hasPrefix("/") { return trimmed }
    let parts = trimmed.split(separator: "/")
    if let shell = shellFolder(environment), !parts.contains("..") {
      return ([shell] + parts.filter { $0 != "." }.map(String.init)).joined(separator: "/")
    }
    // A name of its own is kept; '.' and '..' have none.
    guard let name = parts.last, name != ".", name != ".." else {
      return environment.files.resolved(trimmed) ?? trimmed
    }
    let folder = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/")
    return (environment.files.resolved(folder) ?? "") + "/" + name
  }

  /// The folder in which the program was started, as the shell calls it, with its links: one that leads to the newest policy
  /// leads elsewhere tomorrow. Nil where nobody says that, or it is another one.
  private static func shellFolder(_ environment: Environment) -> String? {
    guard let folder = environment.variable("PWD"), folder.hasPrefix("/"), folder != "/",
      !folder.split(separator: "/").contains(".."), let here = environment.files.resolved("."),
      environment.files.resolved(folder) == here
    else { return nil }
    return folder
  }

  /// A user that exists only while the service runs can keep things below `/var/lib` and nowhere else.
  private static func stateName(_ folder: String?) throws(UsageError) -> String {
    guard let folder else { return "reconcile" }
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let name = parts.dropFirst(3)
    let isBelow = parts.prefix(3) == ["", "var", "lib"] && name.first != "private"
    guard isBelow, !name.isEmpty, name.allSatisfy(isPlainName) else { throw UnitsMessages.stateElsewhere(folder) }
    return name.joined(separator: "/")
  }

  private static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".."
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.-".contains($0)) }
  }
}
