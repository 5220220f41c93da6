import CivilTime
package import Host
import HTTPTransport
package import Providers
import Secrets

extension Environment {
  /// A world in which nothing is there: whatever the program asks for is told to `fail`, with what it did, and gets the
  /// emptiest answer. A test sets what its story needs, so that what it has not thought of is loud.
  package static func unset(
    kinds: ProviderKinds, network: any NetworkHost, _ fail: @escaping @Sendable (_ deed: String) -> Void
  ) -> Environment {
    let refuse = { @Sendable (deed: String, path: String) -> FileError in
      fail("\(deed) '\(path)'")
      return FileError(path: path, reason: "nobody has set that in this world")
    }
    return Environment(
      variable: { name in
        fail("asked for the variable '\(name)'")
        return nil
      },
      now: {
        fail("looked at the clock")
        return Instant(secondsSinceEpoch: 0)
      },
      bootMoment: {
        fail("asked since when the machine runs")
        return nil
      },
      random: {
        fail("drew a number")
        return 0.5
      },
      secureBytes: { count in
        fail("drew \(count) bytes")
        return [UInt8](repeating: 0, count: count)
      },
      files: UnsetFiles(fail: fail),
      secrets: SecretContext(
        variable: { name in
          fail("asked for a secret in the variable '\(name)'")
          return nil
        },
        file: { path, _ in
          fail("asked for a secret in '\(path)'")
          return .failure(.absent)
        }, runningUser: 1000),
      machineState: "/nowhere/state",
      output: { fail("printed '\($0)'") }, error: { fail("printed '\($0)' as an error") },
      outputProblem: { nil }, outputIsTerminal: false, errorIsTerminal: false, columns: { nil },
      outputIsJournal: false, errorIsJournal: false, inputIsTerminal: false,
      input: {
        fail("read a line")
        return nil
      },
      hiddenInput: {
        fail("read a line that nobody sees")
        return nil
      },
      userName: {
        fail("asked who runs it")
        return nil
      },
      publish: { (path, _) throws(FileError) in throw refuse("published", path) },
      isWritable: { folder in
        fail("asked whether '\(folder)' may be written")
        return false
      },
      replace: { (path, _) throws(FileError) in throw refuse("replaced", path) },
      rewrite: { (path, _, _) throws(FileError) in throw refuse("rewrote", path) },
      keep: { (path, _, _) throws(FileError) in throw refuse("kept a secret in", path) },
      remove: { (path) throws(FileError) in throw refuse("took away", path) },
      start: { (program, _) throws(FileError) in throw refuse("started", program) },
      exchangeLog: nil,
      pause: { _ in fail("waited") },
      notify: { fail("said '\($0)' to its supervisor") },
      listen: { _, _ in
        fail("listened to the machine")
        return NoHostEvents()
      },
      network: network, kinds: kinds)
  }
}

/// No file is there, and nobody should look for one.
private struct UnsetFiles: Files {
  let fail: @Sendable (String) -> Void

  func kind(of path: String) throws(FileError) -> FileKind? {
    fail("looked for '\(path)'")
    return nil
  }

  func names(in path: String) throws(FileError) -> [String] {
    fail("looked into '\(path)'")
    return []
  }

  func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    fail("read '\(path)'")
    throw FileError(path: path, reason: "nobody has set that in this world")
  }

  func resolved(_ path: String) -> String? {
    fail("followed the links of '\(path)'")
    return nil
  }
}
