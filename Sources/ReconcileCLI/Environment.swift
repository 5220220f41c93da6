public import CivilTime
public import HTTPTransport
public import Providers
import Reconciliation
public import Secrets

/// Everything from outside that the program sees and does, as one value: a test hands in a simulated world.
public struct Environment: Sendable {
  /// An environment variable, or nil where it is not set.
  public var variable: @Sendable (String) -> String?
  /// The clock.
  public var now: @Sendable () -> Instant
  /// A random number in `0..<1`.
  public var random: @Sendable () -> Double
  /// Where files are read.
  public var files: any Files
  /// Where secrets are read.
  public var secrets: Surroundings
  /// Writes to standard output: the result.
  public var output: @Sendable (String) -> Void
  /// Writes to standard error: everything else.
  public var error: @Sendable (String) -> Void
  /// Why something of that could not be written to standard output; nil where it was, or where nobody reads any more.
  public var outputProblem: @Sendable () -> String? = { nil }
  /// Whether standard output is a terminal.
  public var outputIsTerminal: Bool
  /// Whether standard error is a terminal.
  public var errorIsTerminal: Bool
  /// How many columns the terminal has that standard output is, now; nil where it is none.
  public var columns: @Sendable () -> Int? = { nil }
  /// Whether standard output is the journal of the machine.
  public var outputIsJournal = false
  /// Whether standard error is the journal of the machine.
  public var errorIsJournal = false
  /// Whether standard input is a terminal, so that a person can be asked.
  public var inputIsTerminal = false
  /// The next line of standard input, without its end; nil where there is none.
  public var input: @Sendable () -> String? = { nil }
  /// The login name of the running user; nil where it is not known.
  public var userName: @Sendable () -> String? = { nil }
  /// Writes a new file; what is there already is never overwritten.
  public var create: @Sendable (_ path: String, _ text: String) throws(FileError) -> Void = {
    (path, _) throws(FileError) in throw FileError(path: path, reason: "no file is written here")
  }
  /// Writes a new file for everybody to read, whatever the process's mask says.
  public var publish: @Sendable (_ path: String, _ text: String) throws(FileError) -> Void = {
    (path, _) throws(FileError) in throw FileError(path: path, reason: "no file is written here")
  }
  /// Whether files may be made in this folder.
  public var isWritable: @Sendable (_ folder: String) -> Bool = { _ in false }
  /// Writes a file for everybody to read, whole or not at all, in place of one that may be there.
  public var replace: @Sendable (_ path: String, _ text: String) throws(FileError) -> Void = {
    (path, _) throws(FileError) in throw FileError(path: path, reason: "no file is written here")
  }
  /// Begins to run a program with `input` as its standard input.
  public var start: @Sendable (_ program: String, _ input: String) throws(FileError) -> any StartedProgram = {
    (program, _) throws(FileError) in throw FileError(path: program, reason: "no program is run here")
  }
  /// Where standard error is written as JSON; nil where it is text.
  var logLines: LogLines?
  /// Waits before there is a network. Nobody waits in a test.
  public var pause: @Sendable (Duration) -> Void = { _ in }
  /// Tells whoever supervises the program how it fares, in the words of sd_notify.
  public var notify: @Sendable (String) -> Void = { _ in }
  /// Begins to listen to what happens on the machine, for a program that stays. Each of it is a wake signal, until it is
  /// closed.
  public var listen: @Sendable (WakeSignal, any Network) -> any HostEvents = { _, _ in NoHostEvents() }
  /// Where the network is. Commands that need none never ask for it.
  public var network: any NetworkHost
  /// The kinds of system that policies may name.
  public var kinds = ProviderKinds.shipped

  /// Is told of every exchange when it has ended.
  public typealias ExchangeLog = @Sendable (TransportEvent) -> Void

  /// A world from its parts.
  public init(
    variable: @escaping @Sendable (String) -> String?, now: @escaping @Sendable () -> Instant,
    random: @escaping @Sendable () -> Double, files: any Files, secrets: Surroundings,
    output: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void,
    outputIsTerminal: Bool, errorIsTerminal: Bool, network: any NetworkHost
  ) {
    self.variable = variable
    self.now = now
    self.random = random
    self.files = files
    self.secrets = secrets
    self.output = output
    self.error = error
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.network = network
  }

  /// Runs `body`, which needs the network, to its end, and returns what it returns.
  func withNetwork<Value: Sendable>(
    _ log: ExchangeLog?, _ body: @escaping @Sendable (any Network, Stop) async -> Value
  ) -> Value {
    network.run(log: log, body)
  }
}

/// Where what needs the network is run.
public protocol NetworkHost: Sendable {
  /// Runs `body` to its end, and returns what it returns. `log` is told of every exchange.
  func run<Value: Sendable>(
    log: Environment.ExchangeLog?, _ body: @escaping @Sendable (any Network, Stop) async -> Value
  ) -> Value
}

/// A program that was started.
public protocol StartedProgram: Sendable {
  /// What it ended with, 128 and the signal's number where a signal ended it; nil while it runs.
  func status() -> Int32?
  /// Ends it and all that it has started.
  func kill()
}

/// The part of the network that a dry run is handed: it has no door to write through.
public protocol ReadingNetwork: Sendable {
  /// The door for requests that change nothing.
  func readDoor(for endpoint: Endpoint) -> any ReadDoor
  /// The certificate that a server shows; no request is sent.
  func certificate(of endpoint: Endpoint) async throws(TransportError) -> ShownCertificate
  /// Waits; returns early when the task is cancelled.
  var sleep: Sleep { get }
  /// Time since some moment in the past, by the clock that `sleep` goes by.
  var uptime: Duration { get }
  /// What tasks of their own have to run on; nil for wherever.
  var executor: (any TaskExecutor)? { get }
  /// Ends every exchange that is under way, as cancelled, and from then on every further one at once.
  func abandon()
  /// Ends the whole process if it still works a while after so many seconds; nil takes that back.
  func endProcess(after seconds: Int64?)
}

extension ReadingNetwork {
  /// Where time is pretended, nobody is ended by it.
  public func endProcess(after seconds: Int64?) {}
}

/// The whole network, as an apply is handed it.
public protocol Network: ReadingNetwork {
  /// The door for requests that change something.
  func writeDoor(for endpoint: Endpoint) -> any WriteDoor
  /// Lets exchanges begin again after `abandon`: the next run is another one.
  func takeUp()
  /// Calls `whenReadable` whenever `fileDescriptor` can be read, between two steps of what runs on the network.
  func listen(to fileDescriptor: Int32, whenReadable: @escaping @Sendable () -> Void)
  /// Ends that.
  func stopListening(to fileDescriptor: Int32)
}
