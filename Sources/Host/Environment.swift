package import Approvals
package import CivilTime
package import HTTPTransport
package import Providers
package import Secrets

/// Everything from outside that the program sees and does, as one value: a test hands in a simulated world.
package struct Environment: Sendable {
  /// An environment variable, or nil where it is not set.
  package var variable: @Sendable (String) -> String?
  /// The clock.
  package var now: @Sendable () -> Instant
  /// The machine's clock since it was started, which nobody sets; nil where the machine does not tell.
  package var bootMoment: @Sendable () -> BootMoment?
  /// A random number in `0..<1`, for what need not be secret.
  package var random: @Sendable () -> Double
  /// So many bytes that nobody can guess.
  package var secureBytes: @Sendable (_ count: Int) -> [UInt8]
  /// Where files are read.
  package var files: any Files
  /// Where secrets are read.
  package var secrets: SecretContext
  /// Where this machine's service keeps its state.
  package var machineState: String
  /// Writes to standard output: the result.
  package var output: @Sendable (String) -> Void
  /// Writes to standard error: everything else.
  package var error: @Sendable (String) -> Void
  /// Why something of that could not be written to standard output; nil where it was, or where nobody reads any more.
  package var outputProblem: @Sendable () -> String?
  /// Whether standard output is a terminal.
  package var outputIsTerminal: Bool
  /// Whether standard error is a terminal.
  package var errorIsTerminal: Bool
  /// How many columns the terminal has that standard output is, now; nil where it is none.
  package var columns: @Sendable () -> Int?
  /// Whether standard output is the journal of the machine.
  package var outputIsJournal: Bool
  /// Whether standard error is the journal of the machine.
  package var errorIsJournal: Bool
  /// Whether standard input is a terminal, so that somebody can be asked.
  package var inputIsTerminal: Bool
  /// The next line of standard input, without its end; nil if there is none.
  package var input: @Sendable () -> String?
  /// The same without showing what is typed, where somebody types it.
  package var hiddenInput: @Sendable () -> String?
  /// Whether the terminal at standard input has gone away, so that the end of the input is nobody's answer.
  package var inputHasHungUp: @Sendable () -> Bool = { false }
  /// The login name of the running user; nil where it is not known.
  package var userName: @Sendable () -> String?
  /// Writes a new file for everybody to read, whatever the process's mask says; what is there already is never
  /// overwritten.
  package var publish: @Sendable (_ path: String, _ text: String) throws(FileError) -> Void
  /// Whether files may be made in this folder.
  package var isWritable: @Sendable (_ folder: String) -> Bool
  /// Writes a file for everybody to read, whole or not at all, instead of one that may be there.
  package var replace: @Sendable (_ path: String, _ text: String) throws(FileError) -> Void
  /// Writes `text`, whole or not at all, instead of the file that holds `old`, and leaves it to whom it belonged, with the
  /// permissions that it had.
  package var rewrite: @Sendable (_ path: String, _ text: String, _ old: [UInt8]) throws(FileError) -> Void
  /// Writes a secret, whole or not at all, into a file that only its owner may read; instead of one that may be there
  /// where `replaces` says so.
  package var keep: @Sendable (_ path: String, _ text: String, _ replaces: Bool) throws(FileError) -> Void
  /// Takes a file away.
  package var remove: @Sendable (_ path: String) throws(FileError) -> Void
  /// Begins to run a program with `input` as its standard input.
  package var start: @Sendable (_ program: String, _ input: String) throws(FileError) -> any StartedProgram
  /// Takes exchanges as they are, where standard error is written as JSON; nil where it is text.
  package var exchangeLog: ExchangeLog?
  /// Waits before there is a network. Nobody waits in a test.
  package var pause: @Sendable (Duration) -> Void
  /// Tells whoever supervises the program how it fares, in the words of sd_notify.
  package var notify: @Sendable (String) -> Void
  /// Begins to listen to what happens on the machine, for a program that stays. Each of it is a wake signal, until it is
  /// closed.
  package var listen: @Sendable (WakeSignal, any Network) -> any HostEvents
  /// Where the network is. Commands that need none never ask for it.
  package var network: any NetworkHost
  /// The kinds of system that policies may name.
  package var kinds: ProviderKinds

  /// Is told of every exchange when it has ended.
  package typealias ExchangeLog = @Sendable (TransportEvent) -> Void

  /// A world from its parts. Nothing has a value of its own accord: what is not thought of does not compile.
  package init(
    variable: @escaping @Sendable (String) -> String?, now: @escaping @Sendable () -> Instant,
    bootMoment: @escaping @Sendable () -> BootMoment?, random: @escaping @Sendable () -> Double,
    secureBytes: @escaping @Sendable (_ count: Int) -> [UInt8], files: any Files, secrets: SecretContext,
    machineState: String, output: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void,
    outputProblem: @escaping @Sendable () -> String?, outputIsTerminal: Bool, errorIsTerminal: Bool,
    columns: @escaping @Sendable () -> Int?, outputIsJournal: Bool, errorIsJournal: Bool, inputIsTerminal: Bool,
    input: @escaping @Sendable () -> String?, hiddenInput: @escaping @Sendable () -> String?,
    userName: @escaping @Sendable () -> String?,
    publish: @escaping @Sendable (_ path: String, _ text: String) throws(FileError) -> Void,
    isWritable: @escaping @Sendable (_ folder: String) -> Bool,
    replace: @escaping @Sendable (_ path: String, _ text: String) throws(FileError) -> Void,
    rewrite: @escaping @Sendable (_ path: String, _ text: String, _ old: [UInt8]) throws(FileError) -> Void,
    keep: @escaping @Sendable (_ path: String, _ text: String, _ replaces: Bool) throws(FileError) -> Void,
    remove: @escaping @Sendable (_ path: String) throws(FileError) -> Void,
    start: @escaping @Sendable (_ program: String, _ input: String) throws(FileError) -> any StartedProgram,
    exchangeLog: ExchangeLog?, pause: @escaping @Sendable (Duration) -> Void,
    notify: @escaping @Sendable (String) -> Void,
    listen: @escaping @Sendable (WakeSignal, any Network) -> any HostEvents, network: any NetworkHost,
    kinds: ProviderKinds
  ) {
    self.variable = variable
    self.now = now
    self.bootMoment = bootMoment
    self.random = random
    self.secureBytes = secureBytes
    self.files = files
    self.secrets = secrets
    self.machineState = machineState
    self.output = output
    self.error = error
    self.outputProblem = outputProblem
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.columns = columns
    self.outputIsJournal = outputIsJournal
    self.errorIsJournal = errorIsJournal
    self.inputIsTerminal = inputIsTerminal
    self.input = input
    self.hiddenInput = hiddenInput
    self.userName = userName
    self.publish = publish
    self.isWritable = isWritable
    self.replace = replace
    self.rewrite = rewrite
    self.keep = keep
    self.remove = remove
    self.start = start
    self.exchangeLog = exchangeLog
    self.pause = pause
    self.notify = notify
    self.listen = listen
    self.network = network
    self.kinds = kinds
  }

  /// Runs `body`, which needs the network, to its end, and returns what it returns. Soon after a signal has told it to end
  /// all that still hangs is given up, so that it comes to its end.
  package func withNetwork<Value: Sendable>(
    _ log: ExchangeLog?, _ body: @escaping @Sendable (any Network, StopSignal) async -> Value
  ) -> Value {
    network.run(log: log) { network, stop in
      let lastMoments = LastMoments(network)
      let number = stop.whenRequested { lastMoments.begin($0) }
      let value = await body(network, stop)
      // It holds the network, which holds what listens for signals, which holds it.
      stop.forget(number)
      await lastMoments.end()
      return value
    }
  }
}
