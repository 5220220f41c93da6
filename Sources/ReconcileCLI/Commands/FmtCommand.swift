import Controller
import Documents
import Host
import Policies
import Text

/// `reconcile fmt`: lays out the files of a policy. What they mean and what their comments say stays as it is.
enum FmtCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let named = invocation.policyOperand ?? invocation.value(.policy)
    let path = named == "-" ? "/dev/stdin" : PolicyPath(given: named, environment).path
    let layout = PolicyLayout(path: path, environment)
    if let refusal = layout.refusal { return refusal.refuse(environment) }
    for warning in layout.warnings { environment.warn(warning.message) }
    let changed = layout.files.filter(\.isToChange)
    if invocation.has(.check) {
      environment.output(changed.map { "\($0.name.escaped)\n" }.joined())
      // As of a test that does not pass; what 2 tells of is a difference between a policy and something else.
      return changed.isEmpty ? .success : .failure
    }
    guard layout.isFromFiles else {
      environment.output(layout.files.map(\.text).joined())
      return .success
    }
    return write(changed, environment)
  }

  private static func write(_ files: [PolicyLayout.File], _ environment: Environment) -> ExitStatus {
    for file in files {
      do throws(FileError) {
        try environment.rewrite(file.name, file.text, file.old)
        environment.output("\(file.name.escaped)\n")
      } catch {
        environment.error("reconcile: \(Messages.notLaidOut(error).escaped)\n")
        return .failure
      }
    }
    return .success
  }
}
