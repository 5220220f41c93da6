import Documents
import HTTPTransport
import Planning
import Policies
import Providers
import Testing

@testable import UniFi

@Suite struct KindTests {
  @Test(arguments: [
    ("", "/proxy/network/integration/v1"),
    (
      "/v1/connector/consoles/28704E24:1/proxy/network/integration/v1",
      "/v1/connector/consoles/28704E24:1/proxy/network/integration/v1"
    ),
    ("/unifi", "/unifi"),
  ])
  func basePathFollowsTheURL(_ path: String, _ base: String) {
    #expect(UniFiKind.basePath(for: BaseURL(scheme: .https, host: "192.168.1.1", port: 443, path: path)) == base)
  }

  @Test(arguments: [
    ("", false), ("/unifi", false), ("/v1/connector/consoles/28704E24:1/proxy/network/integration/v1", true),
  ])
  func theAdviceForARefusedKeyFitsTheWay(_ path: String, _ isConnector: Bool) {
    let url = BaseURL(scheme: .https, host: "api.ui.com", port: 443, path: path)
    #expect(UniFiKind.isConnector(url) == isConnector)
    let refusal = UniFiRefusal(Response(status: 401), hiding: UniFiSecrets(), throughConnector: isConnector)
    let hint = refusal.error.message.hint ?? ""
    #expect(hint.contains("a key of the Site Manager (unifi.ui.com) does not work here") == !isConnector)
    #expect(hint.contains("only a key of the Site Manager") == isConnector)
    var heard = RecordedExchange(path: "/info")
    heard.status = 401
    let failed = FailedReading(error: refusal.error, url: url, exchanges: [heard], readFrom: "; it is read from here")
    let told = Checkup.unifi.message(.credential, failed)?.hint ?? ""
    #expect(told.contains("read from here") && told.contains("only a key of the Site Manager") == isConnector)
  }

  @Test(arguments: [
    ("9.5.21", false), ("10.0.162", true), ("10", true), ("10.1", true), ("9.10.0", false), ("011.0", true),
    ("10.0.0-beta.1", true), ("10.0.1-rc", true), ("", nil), ("v10.5", nil), ("10..1", nil), ("10.5.", nil),
    ("99999999999999999999.0", nil),
  ])
  func versionsCompareByNumber(_ text: String, _ isUsable: Bool?) {
    #expect(UniFiVersion(text).map { $0 >= UniFiKind.firstUsable } == isUsable)
  }

  static let none = "unifi.no-firewall-policies"
  static let early = "unifi.early-firewall-policies"

  @Test(arguments: [
    ("10.0", none), ("10.0.162", none), ("10.0.999", none), ("10.1", early), ("10.1.0", early), ("10.1.68", early),
    ("10.1.77", early), ("10.1.78", nil), ("10.1.85", nil), ("10.2", nil), ("10.5.66", nil), ("11.0.81", nil),
  ])
  func versionsOfferKinds(_ text: String, _ code: String?) throws {
    let version = try #require(UniFiVersion(text))
    #expect(UniFiKind.refusal(of: .firewallPolicy, by: version)?.code == code)
    #expect(UniFiKind.refusal(of: .firewallPolicy, by: version)?.text.contains(" \(text) ") ?? true)
    #expect(UniFiKind.refusal(of: .aclRule, by: version) == nil)
    #expect(UniFiKind.refusal(of: .wifi, by: version) == nil)
  }
}
