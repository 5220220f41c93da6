import CivilTime
import Documents
import HTTPTransport
import Planning
import Policies
import Providers
import Secrets

/// What was found out about one system; what it means is for `Diagnosis` to say.
package struct Examination: Sendable {
  var system: System
  /// What is to be known of its kind.
  var checkup: Checkup
  /// When it was examined.
  var now: Instant
  /// Whether a target is on it.
  var hasTargets: Bool
  /// What it has to be set to and does not tell itself.
  var settings: [CheckResult] = []
  /// The secret's place, nil where the policy gives none; or why it cannot be used.
  var secret: Result<SecretSource?, SecretError>
  /// What the secret's second line says; nil where it cannot be used, or if there is none.
  var binding: SecretBinding?
  /// Where the secret was read that may not be sent; nil where it may be, or could not be read.
  var refusedSource: SecretSource?
  /// The certificate that it shows; nil over plain http.
  var certificate: Result<SeenCertificate, TransportError>?
  /// A request without any credential; nil where it was not tried.
  var knock: Result<Void, TransportError>?
  /// Every exchange, in order.
  var heard: [RecordedExchange] = []
  /// What was read; nil where it was not tried.
  var reading: Result<Observation, ProviderError>?
  /// What the credential is; nil where that is not known.
  var credential: CredentialKind?
  /// What the plan has against its targets.
  var problems: [Finding] = []
  /// What the plan says besides.
  var warnings: [Finding] = []
  /// What was switched off here and no target selects any more.
  var leftBehind: [Message] = []
  /// Objects that targets select and that work only inside a schedule of their own.
  var withOwnSchedule: [ObservedObject] = []
  /// What somebody should know of objects that targets select, wherever their switches stand.
  var caveats: [(object: ObservedObject, message: Message)] = []
  /// What keeps objects that targets select from doing anything, as the system tells a doctor alone.
  var obstacles: [Message] = []
  /// The objects that targets select.
  var selected: [ObservedObject] = []
  /// How many objects targets select.
  var selectedCount = 0
  /// Why it was not examined to the end; nil where it was.
  var cutOff: ProviderError?

  init(_ system: System, _ checkup: Checkup, now: Instant, hasTargets: Bool, secret: Result<SecretSource?, SecretError>)
  {
    self.system = system
    self.checkup = checkup
    self.now = now
    self.hasTargets = hasTargets
    self.secret = secret
  }
}
