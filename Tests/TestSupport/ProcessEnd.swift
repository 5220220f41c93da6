public import Foundation

/// Knows the end of a process at once. Foundation's `waitUntilExit` looks every 50 ms, and the tests start some thousands.
public struct ProcessEnd: Sendable {
  private let group = DispatchGroup()

  /// Starts `process`, whose end it will be.
  public init(starting process: Process) throws {
    let group = group
    group.enter()
    process.terminationHandler = { _ in group.leave() }
    do { try process.run() } catch {
      group.leave()
      throw error
    }
  }

  /// Returns once `process`, the one that was started, has ended and its status can be read.
  public func wait(for process: Process) {
    group.wait()
    // The handler runs a moment before Foundation says so.
    while process.isRunning { usleep(100) }
  }
}
