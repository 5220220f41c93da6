import Foundation
import JSONTree
import Presentation
import Providers
import TestSupport
import Testing

@testable import ReconcileCLI

/// The schemas in `docs/schemas`, one for each command that takes `--format json`, one for notifications and one for
/// what approvers are told. Every test that runs such a command holds to them what it prints, and what it tells programs.
enum OutputSchema {
  static let folder = Tool.repository.appending(path: "docs/schemas")

  /// All of them, by the names of their files.
  static let documents = Result {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
    let pairs = try names.map { ($0, try JSON(parsing: Array(Data(contentsOf: folder.appending(path: $0))))) }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// The schema of what `command` prints.
  static func of(_ command: String) throws -> JSONSchema { JSONSchema(command + ".json", in: try documents.get()) }

  /// Fails the test where `output`, which came of `arguments`, is not as it is described: one object on each line.
  static func check(_ arguments: [String], _ output: String, _ kinds: ProviderKinds = .shipped) {
    guard let invocation = try? Invocation(arguments, OptionTable(kinds)), (try? invocation.format) == .json,
      !invocation.has(.help)
    else { return }
    // The report of an apply follows as a second line.
    let commands = [invocation.command.name] + (invocation.has(.applyNow) ? ["apply"] : [])
    for line in output.split(separator: "\n") {
      do {
        let value = try JSON(parsing: Array(line.utf8))
        let faults = try commands.map { try of($0).faults(value) }
        if !faults.contains([]) { Issue.record("\(arguments): \(faults[0].prefix(5)) in \(line.prefix(2000))") }
      } catch {
        Issue.record("\(arguments): \(error): \(line.prefix(2000))")
      }
    }
  }

  /// Fails the test where `text`, which a program was told, is JSON and not as it is described: a notification, or for an
  /// approver.
  static func checkNotification(_ text: String) {
    guard let value = try? JSON(parsing: Array(text.utf8)) else { return }
    let name = value["approver"] == nil ? "notification" : "approver"
    do {
      let faults = try of(name).faults(value)
      if faults != [] { Issue.record("\(name): \(faults.prefix(5)) in \(text.prefix(2000))") }
    } catch {
      Issue.record("\(name): \(error)")
    }
  }
}
