import Policies
import Providers
import Text

/// A system that `init` is told of.
struct RequestedSystem: Sendable {
  /// What it is called in the policy.
  var name: String
  /// The word of its kind.
  var kind: String
  /// Its address.
  var url: String
  /// What else the policy says of it, in the order of the table of its kind.
  var settings: [(key: String, value: Value)]
  /// Whether nobody says where its secret is.
  var isSecretUnplaced = false

  /// What is behind a key.
  enum Value: Sendable {
    case secret(SecretReference)
    case text(String)
  }
}

/// What the command line says of systems: addresses by kind, and values by key.
struct RequestedSystems: Sendable {
  let kinds: ProviderKinds
  /// The addresses given, by the words of kinds.
  var addresses: [String: [String]] = [:]
  /// Where secrets are, by the keys of settings: one for each system that has the key, in their order.
  var secrets: [String: [SecretReference]] = [:]
  /// Texts, by the keys of settings.
  var texts: [String: String] = [:]
  /// Credentials for secrets that nobody says the place of, by the names of their systems, if the usual one is taken.
  var credentials: [String: String] = [:]

  /// The kinds of which there is a system, with the addresses.
  private var given: [(kind: ProviderKind, addresses: [String])] {
    kinds.all.compactMap { kind in addresses[kind.system.name].map { (kind, $0) } }
  }

  /// Whether there is none.
  var isEmpty: Bool { given.isEmpty }

  /// The systems, in the order of their kinds. A secret that nobody says the place of is where its kind usually has it.
  var all: [RequestedSystem] {
    var rest = secrets
    return given.flatMap { kind, addresses in
      addresses.enumerated().map { number, address in
        let name = kind.setup.name(number)
        var isUnplaced = false
        let settings = kind.system.settings.compactMap { setting -> (key: String, value: RequestedSystem.Value)? in
          guard setting.isSecret else { return texts[setting.key].map { (setting.key, .text($0)) } }
          let place = rest[setting.key]?.isEmpty == false ? rest[setting.key]?.removeFirst() : nil
          isUnplaced = place == nil
          let usual = credentials[name] ?? kind.setup.credential(name)
          return (setting.key, .secret(place ?? .credential(name: usual)))
        }
        let url = address.holds("://") ? address : "\(kind.setup.scheme.rawValue)://\(address)"
        return RequestedSystem(
          name: name, kind: kind.system.name, url: url, settings: settings, isSecretUnplaced: isUnplaced)
      }
    }
  }

  /// A key of which more places are given than there are systems with it, and the kind that has it; nil where there is
  /// none. One place may be given for a system that is only asked for.
  var surplus: (key: String, kind: ProviderKind)? {
    for (key, places) in secrets.sorted(by: { $0.key < $1.key }) {
      let having = given.filter { $0.kind.system.secretSetting?.key == key }
      let count = having.map(\.addresses.count).reduce(0, +)
      let kind = kinds.all.first { $0.system.secretSetting?.key == key }
      if let kind, places.count > max(1, count) { return (key, kind) }
    }
    return nil
  }

  /// What asks for the same once more: options with their values.
  var options: [(option: String, value: String)] {
    let addressed = given.flatMap { kind, addresses in
      addresses.map { address in
        (kind.system.name, address.holds("://") ? address : "\(kind.setup.scheme.rawValue)://\(address)")
      }
    }
    let placed = kinds.settingKeys.flatMap { key in
      places(of: key).map { (key, $0.word) } + (texts[key].map { [(key, $0)] } ?? [])
    }
    return addressed + placed
  }

  /// The places of secrets under `key` that have to be said: all, if one is not where its kind usually has it, for they
  /// count in their order.
  private func places(of key: String) -> [SecretReference] {
    let having = all.filter { system in system.settings.contains { $0.key == key } }
    guard having.contains(where: { credentials[$0.name] != nil }) else { return secrets[key] ?? [] }
    return having.flatMap(\.settings).compactMap { setting in
      if setting.key == key, case .secret(let place) = setting.value { place } else { nil }
    }
  }
}

extension SecretReference {
  /// As the command line has it.
  var word: String {
    switch self {
    case .credential(let name): "credential:\(name)"
    case .file(let path): "file:\(path)"
    case .environment(let name): "env:\(name)"
    }
  }
}
