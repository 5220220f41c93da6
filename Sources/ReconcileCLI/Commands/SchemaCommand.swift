import Controller
import Host
import Policies
import Presentation
import Providers
import Planning

/// `reconcile schema`: the JSON Schema of the policy file.
enum SchemaCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    environment.output(PolicySchema(environment.kinds.systems).json.indented)
    return .success
  }
}
