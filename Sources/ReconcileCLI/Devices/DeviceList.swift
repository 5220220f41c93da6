import Documents
import JSONTree
import Policies
import Presentation
import Providers
import Text

/// What is connected to the systems of a policy, and what the policy calls it.
struct DeviceList {
  /// One client, as the policy knows it.
  fileprivate struct Row {
    var client: ConnectedClient
    /// The policy's device; nil where it has none of this address.
    var device: Device?
    /// The targets that name it.
    var targets: [Name]
  }

  private let answers: SystemAnswers<Row>
  private let policy: Policy
  private let onlyNew: Bool

  /// `onlyNew` leaves out what a target names.
  init(
    _ found: [(system: System, result: Result<[ConnectedClient], ProviderError>)], _ policy: Policy,
    onlyNew: Bool
  ) {
    let devices = Dictionary(policy.devices.map { ($0.mac, $0) }) { first, _ in first }
    func rows(_ clients: [ConnectedClient]) -> [Row] {
      let rows = clients.map { client in
        let device = client.mac.flatMap { devices[$0] }
        return Row(client: client, device: device, targets: device.map { policy.targets(naming: $0) } ?? [])
      }
      return rows.filter { !onlyNew || $0.targets.isEmpty && $0.client.mac != nil }.sorted { $0.place < $1.place }
    }
    answers = SystemAnswers(all: found.map { system, result in (system, result.map(rows)) })
    self.policy = policy
    self.onlyNew = onlyNew
  }

  // MARK: - For people

  func text(_ style: Style) -> String {
    let nothing = onlyNew ? DeviceMessages.nothingNew : DeviceMessages.nothing
    return (answers.lines(style, nothing: nothing) { table($0, style) } + pasting(style)).joined(separator: "\n") + "\n"
  }

  /// Columns as wide as what is in them; of long names the start. Where a row is too wide for the screen, what the policy
  /// says has a line below, and on a phone everything but the name.
  private func table(_ rows: [Row], _ style: Style) -> [String] {
    let cells = rows.map { row in
      [
        EscapedText.terminal(row.client.name.shortened(to: 28)), row.client.mac?.text ?? "no MAC address",
        EscapedText.terminal(row.client.address ?? "-"), row.client.link.rawValue, row.meaning,
      ]
    }
    let widths = (0..<4).map { column in cells.map { displayWidth($0[column]) }.max() ?? 0 }
    let columns = widths.reduce(4) { $0 + $1 + 2 }
    return cells.flatMap { cells in
      let shown = zip(cells, widths).map { padded($0, to: $1) }.joined(separator: "  ")
      let isWide = columns + displayWidth(cells[4]) > style.width
      guard style.fits, isWide else { return ["    \(shown)  \(cells[4])".trimmedEnd] }
      guard columns - 2 > style.width else {
        return ["    \(shown)".trimmedEnd]
          + style.wrapped(cells[4], indent: String(repeating: " ", count: 6 + widths[0]))
      }
      return ["    \(cells[0])"] + style.wrapped(cells[1...].joined(separator: "  ").trimmedEnd, indent: "      ")
    }
  }

  /// Lines that give a name to each that has none.
  private func pasting(_ style: Style) -> [String] {
    let new = answers.entries.filter { $0.device == nil }
    var names = DeviceNames(policy)
    var seen: Set<MACAddress> = []
    let lines = new.compactMap { row -> String? in
      // A console may list one client twice; a policy names it once.
      guard let mac = row.client.mac, mac.isOfOneCard, seen.insert(mac).inserted, let name = names.name(for: row.client)
      else { return nil }
      return "  \(name): \"\(mac)\"" + (mac.isPrivate ? "  # \(DeviceMessages.privateAddress)" : "")
    }
    if lines.isEmpty { return [] }
    let isDoubtful = new.contains { $0.client.mac?.isPrivate ?? false }
    let isBegun = !policy.devices.isEmpty
    return [""] + style.wrapped(isBegun ? DeviceMessages.pasteBelow : DeviceMessages.paste, indent: "") + [""]
      + (isBegun ? [] : ["devices:"]) + lines + [""] + style.wrapped(DeviceMessages.nameInTarget, indent: "")
      + (isDoubtful ? [""] + style.wrapped(DeviceMessages.privateAddresses, indent: "") : [])
  }

  // MARK: - For a program

  var json: JSON { answers.json("clients", \.json) }
}

extension DeviceList.Row {
  /// Where it belongs: by name, and by address within a name.
  fileprivate var place: (String, String) { (client.name.lowercased(), client.mac?.text ?? "") }

  /// What the policy has to say of it.
  fileprivate var meaning: String {
    let known = device.map { device in
      "'\(device.name)'" + (targets.isEmpty ? ", in no target" : " in \(targets.map(\.text).listed())")
    }
    let isDoubtful = client.mac?.isPrivate == true && device?.because == nil
    // Without a MAC address nothing can give it a name, so it is none that waits for one.
    let unknown = client.mac == nil ? nil : "new"
    return [known ?? unknown, isDoubtful ? DeviceMessages.privateAddress : nil].compactMap(\.self).joined(
      separator: ", ")
  }

  fileprivate var json: JSON {
    .object([
      .init("name", .string(client.name)), .init("mac", .text(client.mac?.text)),
      .init("isPrivate", .bool(client.mac?.isPrivate ?? false)), .init("address", .text(client.address)),
      .init("link", .string(client.link.rawValue.lowercased())), .init("device", .text(device?.name.text)),
      .init("targets", .array(targets.map { .string($0.text) })),
    ])
  }
}

/// Names for devices that have none, each once, and none that the policy has.
struct DeviceNames {
  private var taken: Set<String>
  private let kinds: SystemKinds

  init(_ policy: Policy) { self.init(taken: Set(policy.devices.map(\.name.text)), policy.kinds) }

  init(taken: Set<String> = [], _ kinds: SystemKinds) {
    self.taken = taken
    self.kinds = kinds
  }

  /// A name for `client` made of what its system calls it; nil where there are a hundred of it.
  mutating func name(for client: ConnectedClient) -> Name? {
    // `Emma's iPad` is `emmas-ipad`.
    let plain = client.name.filter { $0 != "'" && $0 != "’" }
    let name = kinds.proposedName(for: plain, taken: taken) ?? kinds.proposedName(for: "device", taken: taken)
    if let name { taken.insert(name.text) }
    return name
  }
}

extension Policy {
  /// The targets that name `device`, in the order of the file.
  func targets(naming device: Device) -> [Name] {
    targets.compactMap { target in
      guard case .devices(_, _, let selection) = target.selector, selection.addresses.contains(device.mac) else {
        return nil
      }
      return target.name
    }
  }
}
