import Documents
import HTTPTransport
import JSONTree
import Policies
import Providers

// A toy: what a further kind of system takes, from the words of its policy to what is proposed in a first one. Nothing
// outside this folder knows its name.

extension ObjectKind {
  /// A lamp.
  static let lamp = ObjectKind("lamp")
}

extension SystemKind {
  /// A bridge with lamps, which are lit or dark.
  static let lampBridge = SystemKind(
    name: "lamp-bridge", title: "Lamp bridge", noun: "bridge",
    settings: [
      // Pi-holes have such a key, too.
      SystemSetting(
        "password", .secret(isRequired: true, example: "{credential: bridge-password}"),
        KeyHelp("Password", "Where the bridge's password is found.")),
      SystemSetting("room", .text, KeyHelp("Room", "The room whose lamps are meant; left out, all.")),
    ],
    selectors: [
      SelectorKind(
        "lamps", .lamp, one: "lamp",
        .names(.init(noun: "lamp")),
        states: StatePair(on: "lit", off: "dark", onVerb: "light", offVerb: "darken"),
        help: KeyHelp("Lamps", "Lamps of a bridge, by their names.", examples: [.list(["Desk"])]))
    ],
    plaintext: .privateAddresses(hint: "fine in a network of your own"))
}

extension ProviderKind {
  /// The bridge: `GET /lamps`, and `PUT /lamps/ID` with the whole lamp.
  static let lampBridge = ProviderKind(
    system: .lampBridge, basePath: { $0.path + "/bridge" },
    connect: { connection in
      let bridge = LampBridge(
        system: connection.system.name, room: connection.system.text("room"), secret: connection.secret ?? Secret(""),
        transport: connection.transport)
      return ConnectedSystem(observer: bridge) { LampApplier(bridge: bridge, transport: $0) }
    },
    checkup: Checkup(
      nameHint: "look at the bridge's own display", interface: "the bridge answers",
      webPageHint: "this is the bridge's page for people: leave out '/ui'", absentHint: "bridge 2 is needed",
      credential: { _ in .ok(.credential, "the password opens the bridge") },
      version: { "bridge \($0): lamps can be switched" }, rights: .ok(.rights, "may light and darken"),
      stage: { $0.hasSuffix("/lamps") ? .targets : nil },
      message: { check, failed in
        check == .credential
          ? Message(code: "lamp.password", "the bridge keeps its doors closed" + failed.readFrom) : nil
      }),
    setup: Setup(
      name: "bridge", scheme: .http, exampleHost: "192.168.1.2", mayRepeat: false, secret: ("password", "password"),
      credential: { $0 + "-password" }, summaries: ["room": "the room whose lamps are meant"], objects: [.lamp]
    ) { found in
      let counts = ObjectNameCounts(found.objects)
      let names = found.objects.map { DraftName($0, among: counts).item }
      return Draft(
        targets: ["  lamps:", "    system: \(found.system)", "    lamps:"] + names.map { "      " + $0 },
        statements: ["  - lamps dark 22:00–06:00"])
    })
}

/// Looks at a bridge.
struct LampBridge: Observer {
  let system: Name
  let room: String?
  let secret: Secret
  let transport: any ReadTransport

  func observe(_ kinds: Set<ObjectKind>) async throws(ProviderError) -> Observation {
    let tree = try await read("/lamps")
    guard let version = tree["version"]?.string, let lamps = tree["lamps"]?.elements else { throw .garbled }
    var objects: [ObservedObject] = []
    for lamp in lamps where room == nil || lamp["room"]?.string == room {
      objects.append(try ObservedObject(lamp: lamp))
    }
    return Observation(system: system, version: version, title: "Lamp bridge \(version)", objects: objects)
  }

  func close() async {}

  var headers: [HeaderField] { [HeaderField("X-Bridge-Password", secret)] }

  /// What is at `path`.
  func read(_ path: String) async throws(ProviderError) -> JSON {
    let response: Response
    do throws(TransportError) {
      response = try await transport.read(.get(path, headers: headers))
    } catch {
      throw ProviderError(error)
    }
    return try Self.tree(response).get()
  }

  private static func tree(_ response: Response) -> Result<JSON, ProviderError> {
    switch response.status {
    case 200: (try? JSON(parsing: response.body)).map { .success($0) } ?? .failure(.garbled)
    case 401: .failure(ProviderError(.refusedCredentials, "the bridge does not accept the password"))
    case 404: .failure(ProviderError(.notFound, "the bridge has nothing there"))
    case 429:
      .failure(ProviderError(.busy(retryAfterSeconds: response.header("Retry-After").flatMap { Int($0) }), "busy"))
    default: .failure(ProviderError(.notReady, "the bridge answers with status \(response.status)"))
    }
  }
}

/// Switches its lamps.
struct LampApplier: Applier {
  let bridge: LampBridge
  let transport: any WriteTransport

  func apply(_ change: Change) async throws(ProviderError) -> Outcome {
    let path = "/lamps/\(change.id ?? "")"
    let lamp: JSON
    do throws(ProviderError) {
      lamp = try await bridge.read(path)
    } catch {
      guard error.kind == .notFound else { throw error }
      return .superseded(Message(code: "lamp.gone", "is not there any more"))
    }
    guard try ObservedObject(lamp: lamp).switchState == change.from else {
      return .superseded(Message(code: "lamp.changed", "was switched meanwhile"))
    }
    let body = lamp.setting("lit", to: .bool(change.to.position == .enabled))
    do throws(TransportError) {
      _ = try await transport.write(.put(path, headers: bridge.headers, body: body.bytes))
    } catch {
      guard error.mayHaveArrived else { throw ProviderError(error) }
    }
    return await readBack(change, path)
  }

  private func readBack(_ change: Change, _ path: String) async -> Outcome {
    do throws(ProviderError) {
      let isThere = try ObservedObject(lamp: try await bridge.read(path)).switchState == change.to
      return isThere ? .applied([]) : .unverified(Message(code: "lamp.unchanged", "the lamp does not show it"))
    } catch {
      return .unverified(Message(code: "lamp.unread", "could not be looked at again: \(error.message.text)"))
    }
  }
}

extension ObservedObject {
  fileprivate init(lamp: JSON) throws(ProviderError) {
    guard let id = lamp["id"]?.string, let name = lamp["name"]?.string, let isLit = lamp["lit"]?.bool else {
      throw .garbled
    }
    self.init(
      kind: .lamp, id: id, name: name, switchState: SwitchState(isLit ? .enabled : .disabled), whenOff: .disabled)
  }
}

extension ProviderError {
  fileprivate static let garbled = ProviderError(.unexpectedReply, "the bridge's answer is not understood")
}
