import Glibc
import Simulator

/// One run of the program, from the command line to the exit status.
enum Program {
  static func run(_ words: [String]) -> Int32 {
    do throws(SimulatorArguments.Mistake) {
      let arguments = try SimulatorArguments(words)
      guard !arguments.wantsHelp else {
        print(SimulatorArguments.help, terminator: "")
        return 0
      }
      return serve(arguments)
    } catch {
      complain(error.message + "; see --help")
      return 64
    }
  }

  private static func serve(_ arguments: SimulatorArguments) -> Int32 {
    // Before the servers have threads: these inherit the mask, so only `sigtimedwait` sees the signals.
    var signals = blockedEndingSignals()
    do throws(Files.Failure) {
      let certificate = try Files.certificate(arguments)
      let console = arguments.console(key: try Files.secret(arguments.apiKeyFile) ?? Household.apiKey)
      let piHole = Household.piHole(
        password: try Files.secret(arguments.passwordFile) ?? Household.password, furtherDomains: arguments.domains,
        furtherGroups: arguments.groups, at: LoopbackServer.wallClock())
      let homeAssistant = HomeAssistant.household(
        entities: arguments.homeAssistant.entities,
        token: try Files.secret(arguments.homeAssistant.tokenFile) ?? Household.token, at: LoopbackServer.wallClock())
      let street = try Street(console, piHole, homeAssistant, arguments, certificate)
      defer { street.stop() }
      try Files.write(ports: street.ports, to: arguments.portsFile)
      announce(arguments, street)
      var limit = timespec(tv_sec: arguments.seconds, tv_nsec: 0)
      _ = sigtimedwait(&signals, nil, &limit)
      return 0
    } catch {
      complain(error.message)
      return 1
    }
  }

  private static func announce(_ arguments: SimulatorArguments, _ street: Street) {
    let console = "\(arguments.certificate == nil ? "http" : "https")://127.0.0.1:\(street.consoles[0].port)"
    let piHole = "\(arguments.piHoleTLS ? "https" : "http")://127.0.0.1:\(street.piHoles[0].port)"
    let key = arguments.apiKeyFile.map { "in '\($0)'" } ?? "'\(Household.apiKey)'"
    let password = arguments.passwordFile.map { "in '\($0)'" } ?? "'\(Household.password)'"
    print(
      """
      console  \(console)  key \(key)
      pihole   \(piHole)  password \(password)
      by hand  \(console)/simulator and \(piHole)/simulator
      """)
    if let server = street.homeAssistants.first {
      let token = arguments.homeAssistant.tokenFile.map { "in '\($0)'" } ?? "'\(Household.token)'"
      print("home     http://127.0.0.1:\(server.port)  token \(token), by hand below /simulator")
    }
    print("for      \(arguments.seconds) s")
    // A pipe would keep the text back until the end.
    fflush(nil)
  }

  private static func blockedEndingSignals() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    return signals
  }

  private static func complain(_ message: String) {
    let text = Array("reconcile-simulator: \(message)\n".utf8)
    _ = write(STDERR_FILENO, text, text.count)
  }
}
