import Documents
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
