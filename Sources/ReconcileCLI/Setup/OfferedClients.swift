import Policies
import Presentation
import Providers
import Text

/// What is connected to the systems of a first policy and can be named in it, numbered from 1 in the order of names.
struct OfferedClients {
  /// One of them.
  struct Client {
    /// The system that can hold it to a schedule.
    var system: Name
    /// As its system gives it.
    var client: ConnectedClient
    /// What it is known by.
    var mac: MACAddress
    /// What a first policy calls it.
    var name: Name
  }

  /// In the order of their numbers.
  let all: [Client]
  private let kinds: SystemKinds

  /// Those that the systems of `surveyed` list, where these can make what stops them.
  init(_ surveyed: [Surveyed], _ kinds: SystemKinds) {
    var names = DeviceNames(kinds)
    var seen: Set<MACAddress> = []
    let listed = surveyed.flatMap { one in one.clients.map { (one.system.name, $0) } }
      .sorted { ($0.1.name.lowercased(), $0.1.mac?.text ?? "") < ($1.1.name.lowercased(), $1.1.mac?.text ?? "") }
    all = listed.compactMap { system, client in
      guard let mac = client.mac, mac.isOfOneCard, seen.insert(mac).inserted, let name = names.name(for: client) else {
        return nil
      }
      return Client(system: system, client: client, mac: mac, name: name)
    }
    self.kinds = kinds
  }

  /// The client of this number; nil if there is none.
  subscript(_ number: Int) -> Client? { all.indices.contains(number - 1) ? all[number - 1] : nil }

  /// Those whose name has the word `owner`, alone or as whose they are: `Emma's iPad`, `emmas-ipad`, `iPad von Emma`.
  func belonging(to owner: String) -> [Client] {
    let owner = FoldedName(owner).text
    let spellings: Set<String> = [owner, owner + "s", owner + "'s", owner + "’s"]
    return all.filter { offered in
      let words = FoldedName(offered.client.name).text.split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’") }
      return words.contains { spellings.contains(String($0)) }
    }
  }

  /// The client that `text` means, by its address or by its whole name; nil where that is none or several.
  func named(_ text: String) -> Client? {
    if let mac = MACAddress(text) { return all.first { $0.mac == mac } }
    let name = FoldedName(text)
    let same = all.filter { FoldedName($0.client.name) == name || $0.name.text == text.lowercased() }
    return same.count == 1 ? same[0] : nil
  }

  /// A name for a device of `owner` that is not connected.
  func name(forDeviceOf owner: String, taken: Set<String>) -> Name? {
    kinds.proposedName(for: owner + "-device", taken: taken.union(all.map(\.name.text)))
  }

  // MARK: - For people

  /// More lines than this fit no terminal; the rest can be given by address.
  private static let most = 99

  /// A line for each, with its number.
  var lines: [String] {
    let shown = all.prefix(Self.most)
    let names = shown.map { EscapedText.terminal($0.client.name.shortened(to: 28)) }
    let width = names.map(displayWidth).max() ?? 0
    let lines = zip(shown, names).enumerated().map { place, row in
      let (offered, name) = row
      let link = offered.client.link.rawValue + (offered.mac.isPrivate ? ", \(DeviceMessages.privateAddress)" : "")
      let number = String(place + 1)
      return "  " + String(repeating: " ", count: max(0, 2 - number.count)) + number + "  "
        + padded(name, to: width) + "  \(offered.mac)  \(link)"
    }
    let rest = all.count - shown.count
    return rest > 0 ? lines + ["      … and \(rest) more; give their addresses instead of a number"] : lines
  }
}
