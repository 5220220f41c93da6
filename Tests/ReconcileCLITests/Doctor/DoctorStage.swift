import HTTPTransport
import Simulator
import TestSupport

/// A household that the doctor has nothing against but plain http.
enum DoctorStage {
  static let policy = PretendHousehold.policy.replacing(
    "    api-key: {credential: unifi-api-key}\n",
    with: "    api-key: {credential: unifi-api-key}\n    tls: {pin: \"\(FakeCertificate().pin)\"}\n")

  /// The console's certificate vouches for itself, the Pi-hole's password is one for programs.
  static func household() async -> PretendHousehold {
    var household = PretendHousehold()
    household.front.certificates = ["192.168.1.1": FakeCertificate()]
    household.front.clockLead = ["192.168.1.1": 1, "192.168.1.2": 0]
    await household.pihole.inspect { pihole in
      pihole.appPassword = pihole.password
      pihole.password = "another"
    }
    return household
  }

  /// The policy with one text instead of another, which must be there.
  static func policy(_ old: String, _ new: String) -> String {
    precondition(policy.contains(old), "'\(old)' is not in the policy")
    return policy.replacing(old, with: new)
  }
}
