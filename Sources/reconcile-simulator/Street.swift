import Simulator

/// One household after another: as many consoles as Pi-holes, each with a port of its own.
struct Street {
  private(set) var consoles: [LoopbackServer] = []
  private(set) var piHoles: [LoopbackServer] = []
  /// Empty where none are asked for.
  private(set) var homeAssistants: [LoopbackServer] = []

  /// Serves so many copies of each as `arguments` says, on consecutive ports where a first one is given. The consoles
  /// speak TLS where there is a certificate.
  init(
    _ console: UniFiConsole, _ piHole: PiHole, _ homeAssistant: HomeAssistant, _ arguments: SimulatorArguments,
    _ certificate: ServerCertificate?
  ) throws(Files.Failure) {
    let piHole = arguments.street.loginMilliseconds.map { piHole.checkingPasswords(in: $0) } ?? piHole
    let piHoleCertificate = arguments.piHoleTLS ? certificate : nil
    for number in 0..<arguments.street.systems {
      let (first, second) = (arguments.uniFiPort, arguments.piHolePort)
      consoles.append(
        try Self.start(console, try Self.port(first, number), certificate, late: arguments.street.delayMilliseconds))
      piHoles.append(
        try Self.start(
          piHole, try Self.port(second, number), piHoleCertificate, late: arguments.street.delayMilliseconds,
          apart: arguments.piHoleApart))
      if let third = arguments.homeAssistant.port {
        homeAssistants.append(
          try Self.start(
            homeAssistant, try Self.port(third, number), nil, late: arguments.street.delayMilliseconds))
      }
    }
  }

  /// `unifi`, `unifi-2` and so on, then `pihole`, `pihole-2`, then `home-assistant`.
  var ports: [(name: String, port: UInt16)] {
    Self.named("unifi", consoles) + Self.named("pihole", piHoles) + Self.named("home-assistant", homeAssistants)
  }

  func stop() {
    for server in consoles + piHoles + homeAssistants { server.stop() }
  }

  private static func named(_ name: String, _ servers: [LoopbackServer]) -> [(name: String, port: UInt16)] {
    servers.enumerated().map { ($0.offset == 0 ? name : "\(name)-\($0.offset + 1)", $0.element.port) }
  }

  private static func port(_ first: UInt16, _ number: Int) throws(Files.Failure) -> UInt16 {
    guard first > 0 else { return 0 }
    guard let port = UInt16(exactly: Int(first) + number) else {
      throw Files.Failure(message: "there are no \(number + 1) ports from \(first) on")
    }
    return port
  }

  private static func start(
    _ system: some Controllable, _ port: UInt16, _ certificate: ServerCertificate?, late milliseconds: Int,
    apart: Bool = false
  ) throws(Files.Failure) -> LoopbackServer {
    do throws(LoopbackServer.StartError) {
      return try LoopbackServer(
        Late(Backstage(Staged(system)), by: milliseconds), port: port, tls: certificate, answersApart: apart)
    } catch {
      throw Files.Failure(message: error.message)
    }
  }
}
