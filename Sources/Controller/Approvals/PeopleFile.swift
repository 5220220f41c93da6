package import Documents
package import Host
import LibYAML
package import Policies
import Secrets

/// The machine's own file of how approvers are reached, as it was found. Where it is not there, nobody has an address.
package struct PeopleFile: Sendable {
  /// Where approvers are told, by their names; nobody where something is wrong with the file.
  package let addresses: [Name: ApproverAddress]
  /// What is wrong with it, with places. Its lines are not quoted: a topic is there that is as good as a key.
  package let diagnostics: [Diagnostic]
  /// The file that was read, or would be.
  package let path: String
  /// The same, but for systemd's copy, which nobody writes to.
  package let written: String

  /// Where it is, unless `$RECONCILE_PEOPLE` names another one, or systemd has loaded it.
  package static let usualPath = "/etc/reconcile/people.yaml"
  /// What systemd's copy is called.
  package static let credential = "people.yaml"
  private static let variable = "RECONCILE_PEOPLE"

  /// Reads it again.
  package init(_ environment: Environment) {
    let named = environment.variable(Self.variable).flatMap { $0.isEmpty ? nil : $0 }
    written = named ?? Self.usualPath
    do throws(SecretError) {
      let found = try ClosedFile(environment.secrets).read(credential: Self.credential, else: written)
      path = found?.path ?? written
      (addresses, diagnostics) = found.map(Self.understood) ?? ([:], [])
    } catch {
      path = written
      let (message, hint) = (error.message.text, error.message.hint)
      (addresses, diagnostics) = ([:], [Diagnostic(.error, code: error.message.code, message, hint: hint, at: nil)])
    }
  }

  /// The one that the units hand to their service, whatever this process was told.
  package init(ofServicesIn environment: Environment) {
    var environment = environment
    let variable = environment.variable
    environment.variable = { $0 == Self.variable ? nil : variable($0) }
    self.init(environment)
  }

  private static func understood(_ path: String, _ bytes: [UInt8]) -> ([Name: ApproverAddress], [Diagnostic]) {
    let (node, problems) = YAMLReader.read(bytes, file: path)
    let source = SourceText(bytes, file: path)
    guard let node else {
      // A file that holds nothing, or comments alone, has nobody in it.
      let isEmpty = problems.map(\.code) == ["yaml.empty"]
      return ([:], isEmpty ? [] : ClosedSource(source, known: ChannelDecoder.words(in: nil)).redacted(problems))
    }
    let document = PolicyDocument(file: path, root: node)
    let (addresses, findings) = ChannelDecoder.decode(document)
    let all = (problems + findings).inTextOrder()
    let closed = ClosedSource(source, known: ChannelDecoder.words(in: document))
    let isReadable = !problems.contains { $0.severity == .error }
    return (isReadable ? addresses ?? [:] : [:], closed.redacted(all))
  }

  /// Who is told by ntfy, and where, by their names.
  package var topics: [(person: Name, topic: NtfyTopic)] {
    addresses.sorted { $0.key < $1.key }.compactMap { person, address in
      if case .ntfy(let topic) = address { (person, topic) } else { nil }
    }
  }

  /// Whether nobody can be told, because something is wrong with it.
  package var isBroken: Bool { diagnostics.contains { $0.severity == .error } }

  /// What is wrong with it, as a terminal shows it; empty where nothing is.
  package var text: String { DiagnosticText(sources: []).text(of: diagnostics) }
}
