import CLinux
import CivilTime
import Glibc
package import Providers
import Secrets

extension Environment {
  /// The machine that the program runs on, with the kinds of system that the program knows.
  package static func live(_ kinds: ProviderKinds) -> Environment {
    let (output, error) = (StandardStream(STDOUT_FILENO), StandardStream(STDERR_FILENO))
    var environment = Environment(
      variable: { name in getenv(name).map { String(cString: $0) } },
      now: {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(secondsSinceEpoch: Int64(time.tv_sec))
      },
      random: { Double.random(in: 0..<1) },
      files: SystemFiles(),
      secrets: .ofThisProcess(),
      output: { output.write($0) },
      error: { error.write($0) },
      outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1,
      network: LiveNetworkHost(), kinds: kinds)
    environment.columns = {
      var size = winsize()
      guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
      return Int(size.ws_col)
    }
    environment.outputProblem = { output.problem }
    environment.inputIsTerminal = isatty(STDIN_FILENO) == 1
    environment.outputIsJournal = SystemdJournal.isBehind(STDOUT_FILENO, environment.variable)
    environment.errorIsJournal = SystemdJournal.isBehind(STDERR_FILENO, environment.variable)
    environment.input = { readLine(strippingNewline: true) }
    environment.userName = { getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } }
    environment.pause = { duration in
      let (seconds, attoseconds) = duration.components
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      nanosleep(&time, nil)
    }
    environment.create = { (path, text) throws(FileError) in try SystemFiles().create(path, text) }
    environment.publish = { (path, text) throws(FileError) in try SystemFiles().publish(path, text) }
    environment.isWritable = { access($0, W_OK | X_OK) == 0 }
    environment.replace = { (path, text) throws(FileError) in try SystemFiles().replace(path, text) }
    environment.start = { (program, input) throws(FileError) in try LiveProgram(program, input: input) }
    environment.listen = { wakeSignal, network in SystemHostEvents(wakeSignal, network) }
    if let path = environment.variable("NOTIFY_SOCKET"), !path.isEmpty {
      environment.notify = { ServiceSocket(path: path)?.send($0) }
    }
    return environment
  }
}
