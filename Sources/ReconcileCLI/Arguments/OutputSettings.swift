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
  private let places: NamedPlaces

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
    places = NamedPlaces(invocation)
  }

  /// Colours as the person and the terminal want them, and commands that name what the command line names.
  func style(_ environment: Environment) -> Style {
    let isOn =
      switch color {
      case .always: true
      case .never: false
      case .auto: environment.outputIsTerminal && (environment.variable("NO_COLOR") ?? "").isEmpty
      }
    return Style(isOn: isOn, screen: Screen(environment), completing: places.completing(sentence:))
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
    if let text = invocation.value(.notifyURL) {
      guard let address = BaseURL(reading: text) else { throw UsageError.notAnAddress }
      self.address = address
    }
    format = try invocation.choice(.notifyFormat, among: NotificationFormat.allCases) ?? .json
    beforeSeconds = try Self.beforeSeconds(invocation)
    for option in [Option.notifyFormat, .notifyBefore] where invocation.value(option) != nil && !isToBeNotified {
      throw UsageError.notifiesNobody(option, invocation.command)
    }
  }

  /// How long before something is held back people are told; nil where they are not.
  private static func beforeSeconds(_ invocation: Invocation) throws(UsageError) -> Int64? {
    guard let seconds = try invocation.duration(.notifyBefore) else { return nil }
    guard (60...86_400).contains(seconds) else {
      throw UsageError.badValue(
        .notifyBefore, invocation.value(.notifyBefore) ?? "", expected: "give 1 minute to 1 day, such as 10m")
    }
    return seconds
  }

  /// The name of the credential that holds the address; nil where none is given.
  private static func addressCredential(_ invocation: Invocation) throws(UsageError) -> String? {
    guard let name = invocation.value(.notifyCredential) else { return nil }
    guard SecretReader.isCredentialName(name) else { throw UsageError.notACredential }
    if invocation.value(.notifyURL) != nil { throw UsageError.addressTwice }
    return name
  }
}
