import Controller
import Policies
import Text

/// Which secrets of a policy, and of the file of how approvers are told, a service can be given, and which it can never read.
enum UnitSecrets {
  /// The names of the credentials, each once, in the order of the policy; after them the tokens of `people`.
  static func credentials(of policy: Policy, _ people: PeopleFile) -> [String] {
    let secrets = policy.systems.map(\.secret) + policy.targets.map(\.code) + people.topics.map(\.topic.token)
    return secrets.compactMap { if case .credential(let name)? = $0 { name } else { nil } }.uniqued()
  }

  /// What a service cannot read, in the same order.
  static func notes(on policy: Policy, _ people: PeopleFile) -> [String] {
    policy.systems.flatMap { system in
      [note(on: system.secret, of: system.name.text), authoritiesNote(on: system)].compactMap(\.self)
    } + policy.targets.compactMap { note(on: $0.code, of: $0.name.text) }
      + people.topics.compactMap { note(onToken: $0.topic.token, of: $0.person.text) }
      + (people.isBroken && !policy.guardedTargets.isEmpty ? [UnitsMessages.peopleUnread] : [])
  }

  private static func note(on secret: SecretReference?, of system: String) -> String? {
    switch secret {
    case .credential?, nil: nil
    case .file?: UnitsMessages.secretFile(of: system)
    case .environment(let name)?: UnitsMessages.secretVariable(name, of: system)
    }
  }

  private static func note(onToken token: SecretReference?, of person: String) -> String? {
    switch token {
    case .credential?, nil: nil
    case .file?: UnitsMessages.tokenFile(of: person)
    case .environment(let name)?: UnitsMessages.tokenVariable(name, of: person)
    }
  }

  private static func authoritiesNote(on system: System) -> String? {
    guard case .authorities(let path) = system.tls, let place = ServiceView.hiddenFolder(of: path) else { return nil }
    return UnitsMessages.authorities(in: place, of: system.name.text)
  }
}
