import Controller
import Documents
import Host
import Overrides
import PageServer
import Policies
import StateStore

/// `reconcile serve`: a page for the phone, for people who never see a terminal.
enum ServeCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let places = invocation.places(environment)
    var settings = PageSettings(
      places: places, listen: try listen(invocation), hosts: try hosts(invocation), tls: nil,
      proxy: try proxy(invocation))
    let named = try invocation.followedPolicy(environment)
    let household: Household
    do throws(StateError) {
      guard let found = try Household(places, environment) else { return named.refuse(environment) }
      household = found
    } catch {
      return error.report(environment, hint: Messages.nothingWritten(error, reading: false))
    }
    tell(of: named, household, environment)
    let policy = household.policy
    guard !policy.people.isEmpty else { return refuse(ServeMessages.noPeople(policy), environment) }
    switch try tls(invocation, environment) {
    case .success(let found): settings.tls = found
    case .failure(let refusal): return refuse(refusal, environment)
    }
    let server = PageServer(settings, environment)
    let address: PageAddress
    do throws(PageServer.Problem) {
      address = try server.begin()
    } catch {
      return refuse(ServeMessages.problem(error, settings.listen), environment, .failure)
    }
    do throws(StateError) {
      try StateWriting.perform(in: places.state, environment) { (store) throws(StateError) in
        try store.keep(pageAddress: address.text)
      }
    } catch {
      return error.report(environment, hint: Messages.nothingWritten(error, reading: false))
    }
    if !address.isSecure, !server.isForThisMachine { environment.warn(ServeMessages.isPlain) }
    environment.output(ServeMessages.serving(address.text, policy, again: places.again) + "\n")
    return environment.withNetwork(nil) { network, stop in await server.serve(network, stop) }
  }

  /// Tells of errors. A family needs the page most while the policy is broken, so what was followed before goes on.
  private static func tell(of named: LoadedPolicy, _ household: Household, _ environment: Environment) {
    guard let broken = [household.read, named].first(where: { $0.policy == nil }) else { return }
    broken.write(to: environment.error, environment)
    environment.warn(
      household.read.policy == nil ? ServeMessages.lastGood : ServeMessages.another(household.read.path))
  }

  private static func listen(_ invocation: Invocation) throws(UsageError) -> ListenAddress {
    guard let text = invocation.value(.listen) else { return .usual }
    guard let address = ListenAddress(text) else {
      throw UsageError.badValue(
        .listen, text, expected: "give an address and a port in figures, such as 192.168.1.5:8383 or [::]:8383")
    }
    return address
  }

  private static func hosts(_ invocation: Invocation) throws(UsageError) -> [String] {
    let hosts = invocation.options[.host] ?? []
    for host in hosts where PageAddress.host(of: host) != host.lowercased() {
      throw UsageError.badValue(.host, host, expected: "a name without a port, such as home.example")
    }
    return hosts
  }

  private static func proxy(_ invocation: Invocation) throws(UsageError) -> PageAddress? {
    guard let text = invocation.value(.behindProxy) else { return nil }
    guard let address = PageAddress(text) else { throw PeopleMessages.notAnAddress(text) }
    return address
  }

  private static func tls(
    _ invocation: Invocation, _ environment: Environment
  ) throws(UsageError) -> Result<PageSettings.TLS?, OverrideRefusal> {
    switch (invocation.value(.tlsCertificate), invocation.value(.tlsKey)) {
    case (nil, nil): return .success(nil)
    case (_?, nil): throw ServeMessages.goesWith(.tlsCertificate, .tlsKey)
    case (nil, _?): throw ServeMessages.goesWith(.tlsKey, .tlsCertificate)
    case (let certificate?, let key?):
      do throws(FileError) {
        let texts = PageSettings.TLS(
          certificate: try text(certificate, environment), key: try text(key, environment))
        return .success(texts)
      } catch {
        return .failure(OverrideRefusal("'\(error.path)' cannot be read: \(error.reason)", nil))
      }
    }
  }

  private static func text(_ path: String, _ environment: Environment) throws(FileError) -> String {
    String(decoding: try environment.files.bytes(of: path, limit: 1 << 20), as: UTF8.self)
  }

  private static func refuse(
    _ refusal: OverrideRefusal, _ environment: Environment, _ status: ExitStatus = .refused
  ) -> ExitStatus {
    environment.refuse(refusal.message, hint: refusal.hint)
    return status
  }
}
