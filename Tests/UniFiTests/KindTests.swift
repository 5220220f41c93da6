import Policies
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
}
