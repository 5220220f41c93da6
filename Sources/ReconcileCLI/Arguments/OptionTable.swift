import Policies
import Providers

/// The options, in the order in which they are listed: those of the program, and among them those with which `init` is
/// told of systems of each kind.
struct OptionTable: Sendable {
  /// All of them.
  let all: [Option]

  init(_ kinds: ProviderKinds) { all = Self.first + Self.ofSetup(kinds) + Self.rest }

  /// The one that is called so, without the dashes.
  func named(_ word: String) -> Option? { all.first { $0.name == word } }

  /// The options that belong to `command`.
  func of(_ command: Command) -> [Option] { all.filter { $0.commands.contains(command) } }

  /// Whether any option belongs to `command`; whatever kinds of system there are.
  static func hasAny(of command: Command) -> Bool {
    (first + rest).contains { $0.commands.contains(command) && $0 != .version }
  }

  private static let first: [Option] = [
    .dryRun, .target, .maxChanges, .detailedExitcode, .at, .from, .to, .hours, .scheduleOnly, .canonical, .complete,
    .days, .paper,
  ]

  private static let rest: [Option] = [
    .new, .system, .include, .group, .bedtime, .timezone, .trust, .output, .forDuration, .until, .more, .because,
    .expires, .`as`, .device, .pageURL, .api, .listen, .host, .tlsCertificate, .tlsKey, .behindProxy, .wait,
    .send,
    .applyNow,
    .since, .onlyRequests, .verify, .all, .keep,
    .check, .yes, .replace, .status, .forget, .interval, .planFile, .noLastGood, .metrics, .notifyCommand, .notifyURL,
    .notifyCredential, .notifyFormat, .notifyBefore, .log,
    .asDaemon, .asPage, .policy, .state, .format, .color, .deadline, .verbose, .help, .version,
  ]

  /// The address of each kind of system, then each key that a kind of system has.
  private static func ofSetup(_ kinds: ProviderKinds) -> [Option] {
    kinds.all.map(Option.init(addressOf:))
      + kinds.settingKeys.compactMap { key in Option(setting: key, of: kinds.all) }
  }
}

extension Option {
  /// With which `init` is given the address of a system of `kind`.
  init(addressOf kind: ProviderKind) {
    let (system, setup) = (kind.system, kind.setup)
    self.init(
      system.name, value: "URL", repeats: setup.mayRepeat,
      "the address of \(system.title.withArticle), such as \(setup.scheme.rawValue)://\(setup.exampleHost)"
        + (setup.mayRepeat ? "; may be given more than once" : ""), for: [.`init`])
  }

  /// With which `init` is given the setting `key` of those of `kinds` that have it; nil where they want to hear nothing
  /// of it.
  init?(setting key: String, of kinds: [ProviderKind]) {
    let having = kinds.filter { kind in kind.system.settings.contains { $0.key == key } }
    guard let kind = having.first, let setting = kind.system.settings.first(where: { $0.key == key }) else {
      return nil
    }
    if setting.isSecret, let secret = kind.setup.secret {
      let mayRepeat = having.count > 1 || kind.setup.mayRepeat
      let whose = having.count > 1 ? "system" : kind.system.noun
      self.init(
        key, value: "WHERE", repeats: mayRepeat,
        "where the \(secret.noun) is: credential:NAME, file:PATH or env:NAME"
          + (mayRepeat ? "; one for each \(whose), in their order" : ""), for: [.`init`])
    } else if let summary = kind.setup.summaries[key] {
      self.init(key, value: "NAME", summary, for: [.`init`])
    } else {
      return nil
    }
  }
}
