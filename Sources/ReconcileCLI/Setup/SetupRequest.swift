import Documents
import Policies
import TextSearch

/// What `init` is told: where systems are and where their secrets are found.
struct SetupRequest: Sendable {
  /// The address of a console; nil where there is none.
  var unifi: String?
  /// The address of a Pi-hole; nil where there is none.
  var pihole: String?
  /// The console's site; nil for its only one.
  var site: String?
  var apiKey = SecretReference.credential(name: "unifi-api-key")
  var password = SecretReference.credential(name: "pihole-password")
  /// Names or patterns of further rules.
  var includes: [String] = []
  /// The file to write.
  var output = "policy.yaml"

  /// The names that the systems get.
  static let console = "gateway"
  static let piHole = "pihole"

  /// What the command line says. Where it names no system, a person at a terminal is asked.
  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    unifi = invocation.value(.unifi)
    pihole = invocation.value(.pihole)
    if unifi == nil, pihole == nil, environment.inputIsTerminal {
      unifi = Self.answer(SetupWording.askForConsole, environment)
      pihole = Self.answer(SetupWording.askForPiHole, environment)
    }
    guard unifi != nil || pihole != nil else { throw SetupWording.nothingToRead }
    unifi = unifi.map { Self.withScheme("https", $0) }
    pihole = pihole.map { Self.withScheme("http", $0) }
    site = invocation.value(.site)
    apiKey = try Self.reference(.apiKey, invocation) ?? apiKey
    password = try Self.reference(.password, invocation) ?? password
    includes = invocation.options[.include] ?? []
    output = invocation.value(.output) ?? output
  }

  private static func answer(_ question: String, _ environment: Environment) -> String? {
    environment.error(question)
    let answer = environment.input().map { line in line.filter { !$0.isWhitespace } }
    return answer.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func withScheme(_ scheme: String, _ address: String) -> String {
    address.holds("://") ? address : "\(scheme)://\(address)"
  }

  /// Reads `credential:NAME`, `file:PATH` or `env:NAME`. What else stands there may be the secret itself, and is not
  /// repeated.
  private static func reference(_ option: Option, _ invocation: Invocation) throws(UsageError) -> SecretReference? {
    guard let text = invocation.value(option) else { return nil }
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { throw SetupWording.noReference(option) }
    switch parts[0] {
    case "credential": return .credential(name: parts[1])
    case "file": return .file(path: parts[1])
    case "env": return .environment(name: parts[1])
    default: throw SetupWording.noReference(option)
    }
  }
}
