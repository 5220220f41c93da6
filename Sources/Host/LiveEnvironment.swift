import CLinux
import CivilTime
import Glibc
import Hashing
package import Providers
import Secrets

extension Environment {
  /// The machine that the program runs on, with the kinds of system that the program knows.
  package static func live(_ kinds: ProviderKinds) -> Environment {
    let (output, error) = (StandardStream(STDOUT_FILENO), StandardStream(STDERR_FILENO))
    let variable = { @Sendable (name: String) in getenv(name).map { String(cString: $0) } }
    let socketPath = variable("NOTIFY_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
    let inputIsTerminal = isatty(STDIN_FILENO) == 1
    var environment = Environment(
      variable: variable,
      now: {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(secondsSinceEpoch: Int64(time.tv_sec))
      },
      bootMoment: { BootClock.now() },
      random: { Double.random(in: 0..<1) },
      secureBytes: { SecureBytes.random($0) },
      files: SystemFiles(),
      secrets: .ofThisProcess(),
      machineState: "/var/lib/reconcile",
      output: { output.write($0) },
      error: { error.write($0) },
      outputProblem: { output.problem },
      outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1,
      columns: {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
      },
      outputIsJournal: SystemdJournal.isBehind(STDOUT_FILENO, variable),
      errorIsJournal: SystemdJournal.isBehind(STDERR_FILENO, variable),
      inputIsTerminal: inputIsTerminal,
      input: { readLine(strippingNewline: true) },
      hiddenInput: { TerminalEcho.withoutIt { readLine(strippingNewline: true) } },
      userName: { getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } },
      publish: { (path, text) throws(FileError) in try SystemFiles().publish(path, text) },
      isWritable: { access($0, W_OK | X_OK) == 0 },
      replace: { (path, text) throws(FileError) in try SystemFiles().replace(path, text) },
      rewrite: { (path, text, old) throws(FileError) in try SystemFiles().rewrite(path, text, over: old) },
      keep: { (path, text, replaces) throws(FileError) in try SystemFiles().keep(path, text, replaces: replaces) },
      remove: { (path) throws(FileError) in try SystemFiles().remove(path) },
      start: { (program, input) throws(FileError) in try LiveProgram(program, input: input) },
      exchangeLog: nil,
      pause: { duration in
        let (seconds, attoseconds) = duration.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        nanosleep(&time, nil)
      },
      notify: { text in if let socketPath { ServiceSocket(path: socketPath)?.send(text) } },
      listen: { wakeSignal, network in SystemHostEvents(wakeSignal, network) },
      network: LiveNetworkHost(),
      kinds: kinds)
    environment.inputHasHungUp = { inputIsTerminal && TerminalEcho.hasHungUp(STDIN_FILENO) }
    return environment
  }
}
