import Documents
import HTTPTransport
import Hashing
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import EasyControl

/// What is kept of a pairing, and who may hear it.
@Suite struct PairedDeviceTests {
  private static let seed = Digest.base64url(Array(0..<32))
  private static let whole =
    #"{"version":1,"address":"http://homeassistant.local:8123","device":"reconcile-1","seed":"\#(seed)","token":"a.b.c"}"#

  private static func read(_ text: String, _ url: BaseURL = Stage.url) throws(ProviderError) -> PairedDevice {
    try PairedDevice(Secret(text), for: url, of: Name("door"))
  }

  @Test func comesBack() throws {
    let device = try Self.read(Self.whole)
    #expect(device.deviceID == "reconcile-1" && device.address == Stage.url)
    #expect(device.secret.reveal { $0 } == Self.whole)
    #expect(device.key.publicKey == SigningKey(seed: Array(0..<32))?.publicKey)
  }

  @Test(
    "what is not exactly that is no pairing",
    arguments: [
      "", "a token", "{}", "[]", whole + " x",
      whole.replacing(#""version":1"#, with: #""version":2"#), whole.replacing(#""version":1,"#, with: ""),
      whole.replacing("}", with: #","more":1}"#), whole.replacing("}", with: #","token":"x"}"#),
      whole.replacing(seed, with: "AAAA"), whole.replacing(seed, with: seed + "=="),
      whole.replacing("a.b.c", with: ""), whole.replacing("a.b.c", with: #"a\nb"#),
      whole.replacing("a.b.c", with: "a b"),
      whole.replacing("reconcile-1", with: #"a\nb"#), whole.replacing("http://", with: ""),
    ]) func isNoPairing(_ text: String)
  {
    let error = #expect(throws: ProviderError.self) { try Self.read(text) }
    #expect(error?.message.code == "secret.form" && error?.kind == .refusedCredentials)
  }

  @Test(
    "a pairing with another address is not sent",
    arguments: [
      BaseURL(scheme: .https, host: "homeassistant.local", port: 8123, path: ""),
      BaseURL(scheme: .http, host: "other.local", port: 8123, path: ""),
      BaseURL(scheme: .http, host: "homeassistant.local", port: 80, path: ""),
      BaseURL(scheme: .http, host: "homeassistant.local", port: 8123, path: "/x"),
    ]) func staysWithItsAddress(_ url: BaseURL) async throws
  {
    let wire = FakeWire(Stage.firstContract(), basePath: Stage.path)
    let connected = ProviderKind.easyControl.connect(
      Stage.connection(Secret(Self.whole), through: wire, sleep: wire.sleep, to: url))
    let error = await #expect(throws: ProviderError.self) { try await connected.observer.observe([.lock]) }
    #expect(error?.message.code == "secret.other-address")
    let actions = try #require(connected.actions)
    let runner = actions(wire)
    await #expect(throws: ProviderError.self) { try await runner.run(.init("door.open")) { _ in } }
    #expect(await wire.log.isEmpty)
  }

  @Test("nothing of it is shown") func isNotShown() throws {
    var text = ""
    dump(try Self.read(Self.whole), to: &text)
    text += "\(try Self.read(Self.whole)) \(try Self.read(Self.whole).key)"
    #expect(!text.contains("a.b.c") && !text.contains(Self.seed) && !text.contains("UInt8"))
  }
}
