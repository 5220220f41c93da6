import Controller
import Documents
import Host
import Policies
import Providers
import Text

/// What `init` is told: where systems are and where their secrets are found.
struct SetupRequest: Sendable {
  /// What the command line says of systems.
  var requested: RequestedSystems
  /// Names or patterns of further rules.
  var includes: [String] = []
  /// Keys that may hear a secret although this machine does not trust the certificate that shows them.
  var trusted: [String] = []
  /// Whose devices have a bedtime.
  var groups: [GivenGroup] = []
  /// When that is; nil where nobody says.
  var bedtime: String?
  /// The zone that the policy is in.
  var zone: String
  /// Where it is written.
  var place: SetupPlace
  /// The file that was named for it; nil where none was.
  var output: String?

  /// The systems.
  var systems: [RequestedSystem] { requested.all }

  /// What the command line says. Where it names no system, somebody at a terminal is asked.
  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    requested = RequestedSystems(kinds: environment.kinds)
    for kind in environment.kinds.all {
      requested.addresses[kind.system.name] = invocation.options[Option(addressOf: kind)]
    }
    // A secret instead of where it is, or a zone that there is none of, is told before anybody is asked.
    for setting in environment.kinds.all.flatMap(\.system.settings) {
      guard let option = invocation.table.named(setting.key), let values = invocation.options[option] else { continue }
      if setting.isSecret {
        var places: [SecretReference] = []
        for text in values { places.append(try Self.reference(text, option)) }
        requested.secrets[setting.key] = places
      } else {
        requested.texts[setting.key] = values.last
      }
    }
    trusted = invocation.options[.trust] ?? []
    guard trusted.allSatisfy(System.TLSTrust.isPin) else { throw SetupMessages.noKey }
    for text in invocation.options[.group] ?? [] {
      guard let group = GivenGroup.option(text) else { throw SetupMessages.noGroup }
      if let fault = environment.kinds.systems.fault(ofTarget: group.name) {
        throw SetupMessages.noTargetName(fault, group)
      }
      groups.append(group)
    }
    bedtime = invocation.value(.bedtime)
    if bedtime != nil, groups.isEmpty, !environment.inputIsTerminal { throw SetupMessages.bedtimeWithoutGroup }
    var given: String?
    if let name = invocation.value(.timezone) { given = try SetupZone(environment).choose(given: name) }
    if requested.isEmpty, environment.inputIsTerminal {
      for kind in environment.kinds.all {
        environment.error(SetupMessages.ask(for: kind))
        guard let answer = environment.input()?.filter({ !$0.isWhitespace }) else {
          environment.error("\n")
          if requested.isEmpty { throw SetupMessages.inputEnded }
          break
        }
        if !answer.isEmpty { requested.addresses[kind.system.name] = [answer] }
      }
    }
    if requested.isEmpty { throw SetupMessages.nothingToRead(environment.kinds) }
    if let (key, kind) = requested.surplus { throw SetupMessages.tooMany(key, kind) }
    includes = invocation.options[.include] ?? []
    zone = try SetupZone(environment).choose(given: given)
    output = invocation.value(.output)
    place = SetupPlace(given: output, environment)
  }

  /// What asks for the same once more: options with their values, quoted for a shell. What was answered at the terminal,
  /// and what came from a variable that `sudo` drops, is among them.
  var words: [String] {
    let others: [(Option, [String])] = [
      (.include, includes), (.group, groups.map(\.option)), (.bedtime, bedtime.map { [$0] } ?? []),
      (.timezone, [zone]), (.trust, trusted), (.output, output.map { [$0] } ?? []),
    ]
    let given = requested.options + others.flatMap { option, values in values.map { (option.name, $0) } }
    return given.map { option, value in
      "--\(option)\(Option.isNamed(by: value) ? "=" : " ")\(ShellWord.word(value))"
    }
  }

  /// Reads `credential:NAME`, `file:PATH` or `env:NAME`. What else is there may be the secret itself, and is not
  /// repeated.
  private static func reference(_ text: String, _ option: Option) throws(UsageError) -> SecretReference {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { throw SetupMessages.noReference(option) }
    switch parts[0] {
    case "credential": return .credential(name: parts[1])
    case "file": return .file(path: parts[1])
    case "env": return .environment(name: parts[1])
    default: throw SetupMessages.noReference(option)
    }
  }
}
