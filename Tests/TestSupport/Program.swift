public import Foundation

/// A program that runs beside the tests: ended by its process id, bounded in time.
public final class Program: @unchecked Sendable {
  // `@unchecked`: `Process` is used from the thread of the test that made it only.
  private let process = Process()
  private let end: ProcessEnd
  private let output = Pipe()
  private let error = Pipe()

  /// What it came to.
  public struct Outcome: Sendable {
    /// What it ended with; 128 and the signal's number where a signal ended it.
    public var status: Int32
    /// What it wrote to standard output.
    public var output: String
    /// What it wrote to standard error.
    public var error: String
  }

  /// A program of the folder that the tests were built into.
  public static func built(_ name: String) -> String {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name).path
  }

  /// What a sanitizer or the measuring of coverage tells a program that was built for it.
  public static let instruments = ProcessInfo.processInfo.environment.filter { name, _ in
    ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "LLVM_PROFILE_FILE"].contains(name)
  }

  /// Starts the program at `path`. `environment` is all that it sees, beside a locale and what the instruments of this
  /// build need;
  /// `folder` is where it runs, and `input` its standard input.
  public init(
    _ path: String, _ arguments: [String], environment: [String: String] = [:], in folder: URL? = nil,
    input: FileHandle = .nullDevice
  ) throws {
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let seen = ["LC_ALL": "C.UTF-8"].merging(environment) { $1 }
    process.environment = seen.merging(Self.instruments) { given, _ in given }
    if let folder { process.currentDirectoryURL = folder }
    process.standardOutput = output
    process.standardError = error
    process.standardInput = input
    end = try ProcessEnd(starting: process)
  }

  /// Runs a program to its end.
  public static func run(
    _ path: String, _ arguments: [String], environment: [String: String] = [:], in folder: URL? = nil
  ) throws -> Outcome {
    try Program(path, arguments, environment: environment, in: folder).wait()
  }

  /// Its process id.
  public var identifier: Int32 { process.processIdentifier }

  /// Sends a signal.
  public func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the end, at most a minute; then the program is killed.
  public func wait() throws -> Outcome {
    let identifier = process.processIdentifier
    let limit = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: limit)
    // Standard error is read beside standard output, or a program that writes much to one of them would never end.
    let group = DispatchGroup()
    let complaints = Box()
    DispatchQueue.global().async(group: group) { [error] in
      complaints.data = error.fileHandleForReading.bytesToEnd()
    }
    let text = output.fileHandleForReading.bytesToEnd()
    group.wait()
    end.wait(for: process)
    limit.cancel()
    let signalled = process.terminationReason == .uncaughtSignal
    return Outcome(
      status: signalled ? 128 + process.terminationStatus : process.terminationStatus,
      output: String(decoding: text, as: UTF8.self), error: String(decoding: complaints.data, as: UTF8.self))
  }

  /// Written by one queue before the group is left, read after it was waited for.
  private final class Box: @unchecked Sendable { var data = Data() }
}
