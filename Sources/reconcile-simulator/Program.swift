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
      var console = arguments.console(key: try Files.secret(arguments.apiKeyFile) ?? Household.apiKey)
      console.clock = LocalTime.here
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
    func line(_ name: String, _ kind: Street.Kind, _ scheme: String, _ words: String) {
      guard let port = street.port(of: kind) else { return }
      let name = name + String(repeating: " ", count: 10 - name.count)
      print("\(name)\(scheme)://127.0.0.1:\(port)\(words.isEmpty ? "" : "  " + words)")
    }
    func secret(_ name: String, _ file: String?, _ usual: String) -> String {
      "\(name) \(file.map { "in '\($0)'" } ?? "'\(usual)'")"
    }
    line(
      "console", .console, arguments.certificate == nil ? "http" : "https",
      secret("key", arguments.apiKeyFile, Household.apiKey))
    line(
      "pihole", .piHole, arguments.piHoleTLS ? "https" : "http",
      secret("password", arguments.passwordFile, Household.password))
    line("home", .homeAssistant, "http", secret("token", arguments.homeAssistant.tokenFile, Household.token))
    line("doors", .easyControl, "http", "pair with a code of a pass")
    line("services", .builderOS, "http", secret("key", nil, Household.hostKey))
    print("by hand   below /simulator of each")
    print("for       \(arguments.seconds) s")
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
