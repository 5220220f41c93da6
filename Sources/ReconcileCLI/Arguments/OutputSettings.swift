import Controller
import Host
import Presentation

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
