import Simulator

/// One household after another: as many of each system, each with a port of its own.
struct Street {
  /// Those of one kind are side by side. What is not asked for is not there.
  private(set) var servers: [(kind: Kind, server: LoopbackServer)] = []

  enum Kind: String {
    case console = "unifi"
    case piHole = "pihole"
    case homeAssistant = "home-assistant"
    case easyControl = "easy-control"
    case builderOS = "builderos"
  }

  /// Serves so many copies of each as `arguments` says, on consecutive ports where a first one is given. The consoles
  /// speak TLS where there is a certificate.
  init(
    _ console: UniFiConsole, _ piHole: PiHole, _ homeAssistant: HomeAssistant, _ arguments: SimulatorArguments,
    _ certificate: ServerCertificate?
  ) throws(Files.Failure) {
    let piHole = arguments.street.loginMilliseconds.map { piHole.checkingPasswords(in: $0) } ?? piHole
    let further = arguments.doorsAndServices
    try serve(.console, console, from: arguments.uniFiPort, arguments, tls: certificate)
    try serve(
      .piHole, piHole, from: arguments.piHolePort, arguments, tls: arguments.piHoleTLS ? certificate : nil,
      apart: arguments.piHoleApart)
    try serve(.homeAssistant, homeAssistant, from: arguments.homeAssistant.port, arguments)
    try serve(.easyControl, Household.easyControl, from: further.easyControlPort, arguments)
    try serve(.builderOS, Household.builderOS, from: further.builderOSPort, arguments)
  }

  /// `unifi`, `unifi-2` and so on, then `pihole`, `pihole-2`, then the others likewise.
  var ports: [(name: String, port: UInt16)] {
    var met: [Kind: Int] = [:]
    return servers.map { kind, server in
      met[kind, default: 0] += 1
      let number = met[kind, default: 1]
      return (number == 1 ? kind.rawValue : "\(kind.rawValue)-\(number)", server.port)
    }
  }

  /// The first of its kind; nil if there is none.
  func port(of kind: Kind) -> UInt16? { servers.first { $0.kind == kind }?.server.port }

  func stop() {
    for (_, server) in servers { server.stop() }
  }

  private mutating func serve(
    _ kind: Kind, _ system: some Controllable, from first: UInt16?, _ arguments: SimulatorArguments,
    tls certificate: ServerCertificate? = nil, apart: Bool = false
  ) throws(Files.Failure) {
    guard let first else { return }
    let staged = Late(Backstage(Staged(system)), by: arguments.street.delayMilliseconds)
    for number in 0..<arguments.street.systems {
      let port = try Self.port(first, number)
      do throws(LoopbackServer.StartError) {
        let server = try LoopbackServer(staged, port: port, tls: certificate, answersApart: apart)
        servers.append((kind, server))
      } catch {
        throw Files.Failure(message: error.message)
      }
    }
  }

  private static func port(_ first: UInt16, _ number: Int) throws(Files.Failure) -> UInt16 {
    guard first > 0 else { return 0 }
    guard let port = UInt16(exactly: Int(first) + number) else {
      throw Files.Failure(message: "there are no \(number + 1) ports from \(first) on")
    }
    return port
  }
}
