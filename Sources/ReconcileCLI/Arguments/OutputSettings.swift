import Controller
import Host
import Policies
import Presentation
import Secrets

/// How a command writes its result.
struct OutputSettings: Sendable {
  /// In which form.
  var format: OutputFormat
  /// When in colours.
  var color: ColorChoice

  /// When colours are used.
  enum ColorChoice: String, CaseIterable, Sendable {
    case auto
    case always
    case never
  }

  /// As the command line says.
  init(_ invocation: Invocation) throws(UsageError) {
    format = try invocation.format
    color = try invocation.choice(.color, among: ColorChoice.allCases) ?? .auto
  }

  /// Colours as the person and the terminal want them.
  func style(_ environment: Environment) -> Style {
    let isOn =
      switch color {
      case .always: true
      case .never: false
      case .auto: environment.outputIsTerminal && (environment.variable("NO_COLOR") ?? "").isEmpty
      }
    return Style(isOn: isOn, screen: Screen(environment))
  }
}

extension PublisherSettings {
  /// As the command line says.
  init(_ invocation: Invocation) throws(UsageError) {
    self.init()
    metricsPath = invocation.value(.metrics)
    program = invocation.value(.notifyCommand)
    if let program, !program.hasPrefix("/") { throw UsageError.notAPath(.notifyCommand) }
    addressCredential = try Self.addressCredential(invocation)
    guard let text = invocation.value(.notifyURL) else { return }
    guard let address = BaseURL(reading: text) else { throw UsageError.notAnAddress }
    self.address = address
  }

  /// The name of the credential that holds the address; nil where none is given.
  static func addressCredential(_ invocation: Invocation) throws(UsageError) -> String? {
    guard let name = invocation.value(.notifyCredential) else { return nil }
    guard SecretReader.isCredentialName(name) else { throw UsageError.notACredential }
    if invocation.value(.notifyURL) != nil { throw UsageError.addressTwice }
    return name
  }
}
