import Documents
import Planning
import Policies
import Providers
import Testing
import UniFi

@testable import Host
@testable import Presentation

@Suite struct FindingsTogetherTests {
  private static let early = Message(
    code: "unifi.early-firewall-policies", "UniFi Network 10.1.68 spells them otherwise")
  private static let lost = Message(code: "object.not-found", "not found")

  private static func finding(_ message: Message, _ target: String?, system: String = "gateway", name: String? = nil)
    -> Finding
  {
    Finding(
      message, system: Name(system), target: target.map { Name($0) }, kind: .firewallPolicy, name: name, file: "a.yaml",
      line: target.map(\.count))
  }

  @Test func whatIsSaidOfSeveralTargetsIsOneFinding() {
    let together = [
      Self.finding(Self.early, "kids"), Self.finding(Self.lost, "kids", name: "Bedtime"),
      Self.finding(Self.early, "guests"), Self.finding(Self.early, "tv", system: "office"),
      Self.finding(Self.lost, "tv", name: "Homework"), Self.finding(Self.early, "lights"),
      Self.finding(Self.early, nil, system: "cabin"),
    ].together
    let told = together.map { one in
      [one.finding.system?.text, one.finding.message.code, one.finding.name].compactMap { $0 } + one.targets.map(\.text)
    }
    #expect(
      told == [
        ["gateway", "unifi.early-firewall-policies", "kids", "guests", "lights"],
        ["gateway", "object.not-found", "Bedtime", "kids"], ["office", "unifi.early-firewall-policies", "tv"],
        ["gateway", "object.not-found", "Homework", "tv"], ["cabin", "unifi.early-firewall-policies"],
      ])
  }
}
