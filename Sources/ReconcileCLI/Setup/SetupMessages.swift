import Controller
import Doctor
import Documents
import Host
import Planning
import Policies
import Providers
import Secrets
import Text

/// What `init` says.
enum SetupMessages {
  static func ask(for kind: ProviderKind) -> String {
    "Address of the \(kind.system.title), such as \(kind.setup.exampleHost) (Enter for none): "
  }

  static let askForZone = "Time zone of your home, such as Europe/Berlin: "

  static let zoneNeeded = UsageError(
    message: "unknown time zone: this machine is in UTC, or does not say where it is",
    hint: "give the time zone of your home, such as --timezone Europe/Berlin; or --timezone UTC if that is meant")

  /// Many a machine is in the zone of whoever made its image.
  static func zoneWritten(_ zone: String) -> String {
    "Its times are those of \(zone). If your home is elsewhere, correct 'timezone' in it."
  }

  static let inputEnded = UsageError(
    message: "the input ended before the questions were answered, and nothing was written",
    hint: "press Enter to skip one; 'reconcile help init' lists the options")

  static func zoneUnknown(_ name: String, _ suggestions: [String]) -> UsageError {
    let near = suggestions.map { "'\($0)'" }.joined(separator: " or ")
    return UsageError(
      message: "unknown time zone '\(name)'",
      hint: suggestions.isEmpty ? "give a name such as Europe/Berlin, or UTC" : "did you mean \(near)?")
  }

  static func zoneUnreadable(_ reason: String) -> UsageError {
    UsageError(message: "the time zone cannot be read: \(reason)", hint: "install the package tzdata")
  }

  /// More places of secrets, under `key`, than systems of `kind`.
  static func tooMany(_ key: String, _ kind: ProviderKind) -> UsageError {
    UsageError(
      message: "there are more '--\(key)' than '--\(kind.system.name)'",
      hint: "give one for each \(kind.system.noun), in their order")
  }

  static func nothingToRead(_ kinds: ProviderKinds) -> UsageError {
    let options = kinds.all.map { kind in
      "--\(kind.system.name) \(kind.setup.scheme.rawValue)://\(kind.setup.exampleHost)"
    }
    return UsageError(
      message: "no system given",
      hint: "give the address of each, as in 'reconcile init \(options[0])'; also "
        + options.dropFirst().joined(separator: ", "))
  }

  static let noKey = UsageError(
    message: "'--trust' takes the key of a certificate: sha256// and 44 characters of base64",
    hint: "without it, init shows the key of each system that needs one")

  static func noReference(_ option: Option) -> UsageError {
    UsageError(
      message: "'--\(option.name)' takes the place where the secret is found, never the secret itself",
      hint: "write credential:NAME, file:PATH or env:NAME")
  }

  static func badSetting(_ diagnostic: Diagnostic?) -> UsageError {
    // A policy can allow it. There is no option for that.
    if let diagnostic, diagnostic.code == "url.plaintext" {
      return UsageError(message: diagnostic.message, hint: "give an address that begins with https://")
    }
    return UsageError(
      message: diagnostic?.message ?? "these settings do not make a policy",
      hint: diagnostic?.hint ?? "'reconcile help init' lists the options")
  }

  static func exists(_ path: String) -> String { "'\(path)' already exists and was not overwritten" }
  static let existsHint = "name another file with --output, or move this one away"

  static func notWritten(_ error: FileError) -> String {
    "'\(error.path)' could not be written: \(error.reason.lowercased())"
  }

  static func nothingWritten(_ path: String) -> String {
    "'\(path)' is not written yet: init has to read every system first"
  }

  /// The key is trusted because a policy pins it; if no policy was written, it is not.
  static func keyPinned(_ seen: SeenCertificate, _ ground: KeyConsent.Ground, isWritten: Bool) -> String {
    let why =
      switch ground {
      case .line: ", which is in its secret's line:"
      case .person: ", which you confirmed:"
      case .seenOnly, .nobody, .otherKey:
        ", at this first contact: make sure you are on your own network"
      }
    return "this machine does not trust its certificate ('\(seen.subject)'), so the policy "
      + (isWritten ? "pins its key" : "would pin its key") + why
  }

  /// Before a secret is sent to whoever has this key.
  static func askForTrust(_ system: System, _ seen: SeenCertificate, isOtherThanGiven: Bool) -> String {
    """
    \(system.name)  \(system.url.origin.escaped)
    This machine does not trust its certificate ('\(seen.subject.escaped)').
    Its key is \(seen.pin)
    \(isOtherThanGiven ? "That is not the key in '--trust': somebody may be in between.\n" : "")\
    The secret goes to whoever has this key. Are you on your own network, and is
    this your system? [y/N]\u{20}
    """
  }

  static func nobodyTrusts(_ one: Surveyed) -> ProviderError {
    let subject = one.pinned?.subject ?? ""
    let why = one.isOtherThanGiven ? "it shows another key than '--trust' names" : "nobody has confirmed its key"
    return ProviderError(
      .refusedCredentials,
      "this machine does not trust its certificate ('\(subject)'), and \(why), so no secret was sent",
      hint: one.isOtherThanGiven ? "somebody may be in between; compare the key again" : nil,
      code: "init.key-not-trusted")
  }

  /// The key that is shown is written below this, and nothing that could be copied with it: somebody has to look first.
  static func otherKey(_ source: SecretSource?) -> ProviderError {
    let place =
      switch source {
      case .credential(_, let path)?, .file(let path)?: "line 2 of '\(path)'"
      case .environment(let name)?: "the variable '\(name)_FOR'"
      case nil: "the line of its secret"
      }
    return ProviderError(
      .refusedCredentials, "it shows another key than \(place) names, so no secret was sent",
      hint: "if neither the system nor its certificate is new, somebody may be in between; otherwise write this key "
        + "there instead:", code: "init.other-key")
  }

  static let otherThanBefore =
    "it showed another certificate a moment ago: if neither the system nor its certificate is new, somebody may be in "
    + "between; otherwise run this again"
  static let otherThanTheLine =
    "the line of its secret names another key: if neither the system nor its certificate is new, somebody may be in "
    + "between; otherwise write the new key there"

  static let whereItIs = "check the address, and that it is on and in this network"

  static let keysWanted =
    "If you are on your own network and these are the keys of your systems, run:"

  static let secretsWanted =
    "Store each secret, one command after the other. Each asks for the secret and does not show it:"
  static let secretsToPin =
    "These secrets are not sent until their second line names the key, too:"
  static let secretsToName =
    "These secrets go to any kind of system at their address. Their second line can name the kind:"
  /// `path` is the copy of a user's own that the command below leaves where it is; nil where it takes the secret away.
  static func replaces(_ key: String, not path: String?) -> String {
    if let path {
      return
        "the command below stores another one, which is read instead, and leaves this one in '\(path)'; to go on with it, "
        + "name another place with '--\(key) credential:NAME'"
    }
    return "the command below removes that secret; to keep it, name another place with '--\(key) credential:NAME'"
  }
  static let pairFirst = "leave it out here, add it to the policy afterwards, and then run:"

  static let again = "Then run this again:"

  /// That rules of `owner` are on the systems, which another file has made.
  static func takenOwner(_ owner: String, instead own: String) -> String {
    "Rules on these systems are marked as those of the owner '\(owner)', which another file has made, so this one has the owner "
      + "'\(own)'. If that file is gone, write '\(owner)' instead: then this one takes them over."
  }

  static func schemaNotWritten(_ error: FileError) -> String {
    "the schema for editors, '\(error.path)', could not be written: \(error.reason.lowercased())"
  }

  static let notFollowed =
    "The package's timer follows '\(SetupPlace.followed)'. When the policy is right, copy it "
    + "there, edit only that copy from then on, and start the timer:"

  static let notForTheService =
    "The timer's service has no variable of this shell, and can open no file that is yours or root's alone. Before you start it, "
    + "store each secret as a credential, and write in the policy that it follows what is behind '#':"

  /// Whoever copied `path` over the policy that is followed would lose all that is in that one.
  /// Its targets need `devices` if it names any.
  static func another(_ path: String, hasDevices: Bool) -> String {
    let sections = ["systems"] + (hasDevices ? ["devices"] : []) + ["targets", "policy"]
    return
      "The package's timer follows '\(SetupPlace.followed)', which already exists. Leave it in place: add the entries of "
      + "'\(path)' to its \(sections.map { "'\($0)'" }.listed()), under names that it does not have yet. If a kind of "
      + "system is then there twice, give its targets 'system:' with the name of theirs. Then look at what it would do:"
  }

  // MARK: Devices

  static let noGroup = UsageError(
    message: "'--group' takes a name, and after '=' devices by their MAC addresses or names",
    hint: "write --group emma=02:00:5e:00:53:01,02:00:5e:00:53:02, or --group emma for the devices with that name")

  /// A group becomes a target of that name.
  static func noTargetName(_ fault: (message: String, instead: Name?), _ group: GivenGroup) -> UsageError {
    let instead = fault.instead.map { GivenGroup(name: $0.text, devices: group.devices).option }
    return UsageError(message: fault.message, hint: instead.map { "write --group \(ShellWord.word($0))" })
  }

  static let bedtimeWithoutGroup = UsageError(
    message: "'--bedtime' sets the hours of groups, and there is no group", hint: "name a group with --group")

  static let noDevices = BedtimeQuestions.Refusal(
    message: "none of these systems can hold devices to a schedule, so '--group' cannot be used", hint: nil)

  static func noGroupThere(_ reason: Message) -> BedtimeQuestions.Refusal {
    .init(message: "devices cannot be used there, so '--group' cannot: \(reason.text)", hint: reason.hint)
  }

  static func cannotMake(_ reason: Message) -> String {
    "devices cannot be used there: \(reason.text)" + (reason.hint.map { "; \($0)" } ?? "")
  }
  static func clientsUnread(_ error: ProviderError) -> String {
    "the connected devices could not be read: \(error.message.text)"
  }

  static func connected(_ count: Int) -> String {
    count == 1 ? "1 device is connected:" : "\(count) devices are connected:"
  }

  static let howToGroup =
    "Whose devices are to be off at night? Type a name and the numbers of the devices, such as 'emma 4 5'. A name alone "
    + "takes the devices with that name."

  static func askForGroup(isFirst: Bool) -> String {
    isFirst ? "Name and numbers (Enter for nobody): " : "Name and numbers (Enter when done): "
  }

  static let nightsOfDays =
    "A night belongs to the day on which it begins: 'sun-thu' are the nights before Monday to Friday."

  static let askForHours = "Off when, such as 'sun-thu 20:30–07:00' (Enter for \(Bedtime.usualHours)): "

  static let bothEnds = "write both ends, such as '\(Bedtime.usualHours)'"
  static let sameAgain = "If it is meant like that, type it again."

  /// After three answers in a row that made no group.
  static func enoughSlips(isFirst: Bool) -> String {
    isFirst
      ? "Three answers named no device, so the policy gets no bedtime. To try again, remove the policy first."
      : "Three answers in a row named no device. The names above are in the policy; more can be added there."
  }

  static let usualHours = "The policy gets \(Bedtime.usualHours). Change the hours there."

  /// What was understood.
  static func added(_ group: Bedtime.Group, _ offered: OfferedClients) -> String {
    let most = 10
    let names = group.devices.prefix(most).map { device in
      let known = offered.all.first { $0.mac == device.mac }?.client.name ?? ""
      return known.isEmpty ? device.mac.text : known.shortened(to: 28)
    }
    let rest = group.devices.count - names.count
    return "\(group.name): \(names.joined(separator: ", "))" + (rest > 0 ? " and \(rest) more" : "")
  }

  static let noName = BedtimeQuestions.Refusal(
    message: "the name is missing", hint: "a name comes first, then numbers: emma 4 5")

  static func nothingCalled(_ name: String, isOption: Bool) -> BedtimeQuestions.Refusal {
    .init(
      message: "no device has a name like '\(name)'",
      hint: "say which devices: " + (isOption ? "--group \(name)=02:00:5e:00:53:01" : "\(name) 4 5"))
  }

  static func noSuchDevice(
    _ text: String, _ offered: OfferedClients, isOption: Bool
  ) -> BedtimeQuestions.Refusal {
    text.allSatisfy(\.isNumber) && !isOption
      ? .init(message: "unknown device \(text)", hint: "the numbers go from 1 to \(offered.all.count)")
      : .init(
        message: "no device is called '\(text.shortened(to: 28))', or more than one is",
        hint: "its MAC address says which is meant")
  }

  static func devicesApart(_ name: String) -> BedtimeQuestions.Refusal {
    .init(message: "the devices of '\(name)' are on two systems", hint: "make a group for each")
  }

  static func privateAddresses(_ names: [String]) -> String {
    names.listed() + (names.count == 1 ? " has a private address" : " have private addresses")
      + ", which a device changes now and then. On the device, turn private addresses off for your WiFi."
  }

  static let forTheFridge = "The week as a picture:"
}
