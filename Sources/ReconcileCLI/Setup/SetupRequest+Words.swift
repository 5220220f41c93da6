import Documents
import Policies

extension SetupRequest {
  /// What asks for the same once more: options with their values, quoted for a shell. What was answered at the terminal,
  /// and what came from a variable that `sudo` drops, is among them.
  var words: [String] {
    let given: [(Option, [String])] = [
      (.unifi, unifi.map { [$0] } ?? []), (.site, site.map { [$0] } ?? []), (.pihole, piholes),
      (.apiKey, isDefault(apiKey) ? [] : [apiKey.word]), (.password, passwords.map(\.word)), (.include, includes),
      (.timezone, [zone]), (.trust, trusted), (.output, output.map { [$0] } ?? []),
    ]
    return given.flatMap { option, values in
      values.map { "--\(option.rawValue) \(ShellWord.word($0))" }
    }
  }

  private func isDefault(_ reference: SecretReference) -> Bool { reference == Self.defaultKey }
}

extension SecretReference {
  /// As the command line has it.
  fileprivate var word: String {
    switch self {
    case .credential(let name): "credential:\(name)"
    case .file(let path): "file:\(path)"
    case .environment(let name): "env:\(name)"
    }
  }
}
