import Documents
package import Host
import Planning
import Providers
import Text

/// Plan files on the disk.
package struct PlanFileAccess {
  let environment: Environment

  package init(environment: Environment) {
    self.environment = environment
  }

  /// More than any plan is long.
  private static let limit = 16 << 20

  /// The plan at `path`; nil where it cannot be used, and why not is then on standard error, with what has become of it
  /// therefore.
  package func plan(at path: String, otherwise: String = "; nothing was written") -> PlanFile? {
    do throws(FileError) {
      return plan(try environment.files.bytes(of: path, limit: Self.limit), path, otherwise)
    } catch {
      complain(PlanFileMessages.unreadable(error) + otherwise, hint: PlanFileMessages.newPlan)
      return nil
    }
  }

  private func plan(_ bytes: [UInt8], _ path: String, _ otherwise: String) -> PlanFile? {
    do throws(PlanFile.Flaw) {
      return try PlanFile(reading: bytes)
    } catch {
      complain(PlanFileMessages.flaw(error, path) + otherwise, hint: PlanFileMessages.newPlan)
      return nil
    }
  }

  /// Writes `file` where the command line wants it, instead of an older plan, never of anything else. What it ends
  /// with is `status`, unless that was a success and the file could not be written.
  package func write(_ file: PlanFile, to path: String, ending status: ExitStatus) -> ExitStatus {
    do throws(FileError) {
      guard try isFree(path) else {
        complain(PlanFileMessages.isSomethingElse(path), hint: nil)
        return status.afterFailure
      }
      try environment.replace(path, file.text)
      return status
    } catch {
      complain(PlanFileMessages.notWritten(error), hint: nil)
      return status.afterFailure
    }
  }

  /// Whether nothing is there, an empty file, or a plan.
  private func isFree(_ path: String) throws(FileError) -> Bool {
    switch try environment.files.kind(of: path) {
    case nil: return true
    case .folder, .stream, .other: return false
    case .regular:
      let found = try environment.files.bytes(of: path, limit: PlanFile.beginning.utf8.count)
      return found.isEmpty || found.starts(with: PlanFile.beginning.utf8)
    }
  }

  /// Says what is wrong.
  func complain(_ message: String, hint: String?) {
    environment.error("reconcile: \(message.escaped)\n")
    if let hint { environment.error("hint: \(hint)\n") }
  }
}

extension ExitStatus {
  /// The same where something else went wrong already.
  fileprivate var afterFailure: ExitStatus { self == .success || self == .differences ? .failure : self }
}
