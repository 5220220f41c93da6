import Approvals
import Controller
import Documents
import Host
import JSONTree
import Overrides
import Policies
import Presentation
import StateStore
import Text

/// Making links to the page, and taking devices away that joined by one.
struct LinkMaking {
  let person: Name
  let context: OverrideContext
  let output: OutputSettings
  let environment: Environment
  /// Whether this person guards anything: their word is then an approval.
  let isApprover: Bool

  /// Makes a link, or a token for a program, and shows it. It is shown this once.
  func link(device: String?, address: String?, forProgram: Bool) -> ExitStatus {
    if !mayChoose { return refuse(PeopleMessages.onlyOwnLink(person)) }
    if let device, device.unicodeScalars.count > Self.longestName || device.unicodeScalars.contains(where: \.isControl)
    {
      return refuse(PeopleMessages.deviceName(Self.longestName))
    }
    let token = DeviceToken(environment)
    let result: Result<String?, OverrideRefusal>
    do throws(StateError) {
      result = try StateWriting.perform(in: context.places.state, environment) {
        (store) throws(StateError) -> Result<String?, OverrideRefusal> in
        let context = context.asOfNow()
        if forProgram {
          try Joining.admit(person, program: device, token, context, in: store)
          return .success(nil)
        }
        let noted = try store.pageAddress()
        guard let address = address ?? noted else { return .failure(PeopleMessages.noAddress) }
        try Joining.link(person, device: device, token, context, in: store)
        return .success(address + "/join/" + token.text)
      }
    } catch {
      return error.report(environment, hint: Messages.nothingWritten(error, reading: false))
    }
    switch result {
    case .failure(let refusal): return refuse(refusal)
    case .success(let link): return show(link, token, device)
    }
  }

  private static let longestName = 63

  private func show(_ link: String?, _ token: DeviceToken, _ device: String?) -> ExitStatus {
    if output.format == .json {
      environment.output(
        JSON.object([
          .formatVersion, .init("deed", .string(link == nil ? "token-made" : "link-made")),
          .init("person", .string(person.text)), .init("device", .text(device)), .init("link", .text(link)),
          .init("token", .text(link == nil ? token.text : nil)),
        ]).line)
      return .success
    }
    guard let link else {
      environment.output(token.text + "\n\n" + PeopleMessages.tokenMade(person) + "\n")
      return .success
    }
    let code = environment.outputIsTerminal ? QRCode(link).map { $0.text + "\n" } ?? "" : ""
    environment.output(code + link + "\n\n" + PeopleMessages.linkMade(person) + "\n")
    return .success
  }

  /// Takes away what is called `word`, or all that act for the person; with it the links that were not used yet, as whoever
  /// has one would act for the person a moment later.
  func unlink(_ word: String?) -> ExitStatus {
    if !mayChoose { return refuse(PeopleMessages.onlyOwnDevices(person)) }
    let gone: (devices: [JoinedDevice], links: [JoinLink])
    do throws(StateError) {
      gone = try StateWriting.perform(in: context.places.state, environment) { (store) throws(StateError) in
        let context = context.asOfNow()
        let devices = try store.devices().filter { device in
          device.person == person && (word == nil || device.id == word || device.name == word)
        }
        let links = try store.links().filter { link in
          link.person == person && link.isGood(at: context.clocks) && (word == nil || link.device == word)
        }
        try Joining.forget(devices, links: links, context, in: store)
        return (devices, links)
      }
    } catch {
      return error.report(environment, hint: Messages.nothingWritten(error, reading: false))
    }
    if gone.devices.isEmpty, gone.links.isEmpty { return refuse(PeopleMessages.noDevice(person, word)) }
    let json = JSON.object([
      .formatVersion, .init("deed", .string("unlinked")), .init("person", .string(person.text)),
      .init("devices", .array(gone.devices.map(\.json))), .init("links", .array(gone.links.map(\.json))),
    ])
    environment.output(
      output.format == .json ? json.line : PeopleMessages.unlinked(person, gone.devices, gone.links) + "\n")
    return .success
  }

  /// Whoever acts for an approver can approve: only root itself and the approver let somebody.
  private var mayChoose: Bool {
    let isRoot = environment.isRoot && !environment.isForSomebodyElse
    return !isApprover || isRoot || context.person == person.text
  }

  private func refuse(_ refusal: OverrideRefusal) -> ExitStatus {
    environment.refuse(refusal.message, hint: refusal.hint)
    return .refused
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control || properties.generalCategory == .format }
}

extension JoinLink {
  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([.init("device", .text(device)), .init("made", .instant(made.wall)), .init("expires", .instant(expires))])
  }
}

extension JoinedDevice {
  /// One object, its keys in a fixed order.
  var json: JSON {
    .object([
      .init("id", .string(id)), .init("name", .text(name)), .init("program", .bool(isProgram)),
      .init("joined", .instant(joined)), .init("expires", .instant(expires)),
    ])
  }
}
