import Controller
import Host
import JSONTree
import Policies

/// The systems of a request as a policy has them, so that addresses and references are judged as they always are.
struct OutlinedPolicy {
  let request: SetupRequest

  /// What the policy decoder makes of it.
  func loaded(_ environment: Environment) -> LoadedPolicy {
    var world = environment
    world.files = DraftFiles(path: Self.path, text: text, others: environment.files)
    return LoadedPolicy(path: Self.path, world, takesSketches: false)
  }

  private static let path = "init"

  private var text: String {
    var lines = ["timezone: UTC", "systems:"]
    for system in request.systems {
      let settings = system.settings.map { ", \($0.key): \($0.value.inYAML)" }.joined()
      lines.append("  \(system.name): {kind: \(system.kind), url: \(quoted(system.url))\(settings)}")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func quoted(_ text: String) -> String { JSON.string(text).text }
}

extension RequestedSystem.Value {
  /// As a policy has it, quoted.
  fileprivate var inYAML: String {
    switch self {
    case .secret(let reference): reference.inYAML
    case .text(let text): JSON.string(text).text
    }
  }
}

extension SecretReference {
  /// As a policy has it, quoted.
  var inYAML: String {
    switch self {
    case .credential(let name): "{credential: \(JSON.string(name).text)}"
    case .file(let path): "{file: \(JSON.string(path).text)}"
    case .environment(let name): "{env: \(JSON.string(name).text)}"
    }
  }
}
