import Hashing
import Policies
import Providers

extension Pairing {
  /// With the code of a guest pass.
  static let easyControl = Pairing(
    codeName: "pairing code",
    whereCodesAre:
      "an administrator of Home Assistant makes a guest pass there; its code has ten letters and digits, and is valid "
      + "for five minutes",
    pair: { (request) throws(ProviderError) in
      try await DevicePairing(request: request, key: .random()).pair()
    },
    usualBytes: { PairedDevice.usualBytes(at: $0.url) },
    status: { (connection) throws(ProviderError) in try await EasyControlClient(connection).grant().rights },
    afterForgetting: "the guest pass itself remains valid until an administrator of Home Assistant revokes it")
}
