import Documents
import Policies
import TextSearch

/// What `init` is told: where systems are and where their secrets are found.
struct SetupRequest: Sendable {
  /// The address of a console; nil where there is none.
  var unifi: String?
  /// The addresses of the Pi-holes.
  var piholes: [String]
  /// The console's site; nil for its only one.
  var site: String?
  var apiKey = defaultKey
  /// Where the passwords of the first Pi-holes are; those of the others are where `password(of:)` says.
  var passwords: [SecretReference] = []
  /// Names or patterns of further rules.
  var includes: [String] = []
  /// Keys that may hear a secret although this machine does not trust the certificate that shows them.
  var trusted: [String] = []
  /// The zone that the policy is in.
  var zone: String
  /// Where it is written.
  var place: SetupPlace
  /// The file that was named for it; nil where none was.
  var output: String?

  /// Where the key of the console is unless something else is said.
  static let defaultKey = SecretReference.credential(name: "unifi-api-key")

  /// The name that the console gets.
  static let console = "gateway"

  /// What the Pi-hole of this number is called, counted from 0: `pihole`, `pihole-2` and so on.
  static func piHole(_ number: Int) -> String { number == 0 ? "pihole" : "pihole-\(number + 1)" }

  /// Where the password of the Pi-hole of this number is.
  func password(of number: Int) -> SecretReference {
    number < passwords.count ? passwords[number] : .credential(name: Self.piHole(number) + "-password")
  }

  /// What the command line says. Where it names no system, a person at a terminal is asked.
  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    unifi = invocation.value(.unifi)
    piholes = invocation.options[.pihole] ?? []
    // A secret in the place of where it is, or a zone that there is none of, is told before anybody is asked.
    if let text = invocation.value(.apiKey) { apiKey = try Self.reference(text, .apiKey) }
    for text in invocation.options[.password] ?? [] { passwords.append(try Self.reference(text, .password)) }
    trusted = invocation.options[.trust] ?? []
    guard trusted.allSatisfy(System.TLSTrust.isPin) else { throw SetupWording.noKey }
    var given: String?
    if let name = invocation.value(.timezone) { given = try SetupZone(environment).choose(given: name) }
    if unifi == nil, piholes.isEmpty, environment.inputIsTerminal {
      unifi = Self.answer(SetupWording.askForConsole, environment)
      piholes = Self.answer(SetupWording.askForPiHole, environment).map { [$0] } ?? []
    }
    guard unifi != nil || !piholes.isEmpty else { throw SetupWording.nothingToRead }
    guard passwords.count <= max(1, piholes.count) else { throw SetupWording.tooManyPasswords }
    unifi = unifi.map { Self.withScheme("https", $0) }
    piholes = piholes.map { Self.withScheme("http", $0) }
    site = invocation.value(.site)
    includes = invocation.options[.include] ?? []
    zone = try SetupZone(environment).choose(given: given)
    output = invocation.value(.output)
    place = SetupPlace(given: output, environment)
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
  private static func reference(_ text: String, _ option: Option) throws(UsageError) -> SecretReference {
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
