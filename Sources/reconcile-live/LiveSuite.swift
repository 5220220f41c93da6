import Glibc
import HTTPTransport

/// The suite: which systems the environment names, and what came of them.
enum LiveSuite {
  private static let usage = """
    usage: make test-live PIHOLE_URL=http://127.0.0.1:8081 PIHOLE_PASSWORD=… [PIHOLE_PIN=sha256//…]
           make test-live UNIFI_URL=https://192.168.1.1 UNIFI_API_KEY=… UNIFI_PIN=sha256//… [UNIFI_SITE=Default]
    Both may be given at once; PIHOLE_PIN is for a Pi-hole over https. Everything that is made begins with
    '\(LiveSystem.prefix)' and is removed again. UNIFI_SSID=… also switches that WiFi network off and on, which cuts off
    whoever is on it.

    """

  /// 0 where everything went well, 1 where something did not, 64 where nothing was named, 130 where it was interrupted.
  static func run() -> Int32 {
    let strange = ["PIHOLE_URL", "UNIFI_URL"].filter { name in
      LiveAddress.variable(name).map { LiveAddress($0) == nil } ?? false
    }
    for name in strange { print("\(name) is not an address such as https://192.168.1.1") }
    guard strange.isEmpty else { return 64 }
    let loop = EventLoop()
    let transport = Transport(loop: loop, userAgent: "reconcile-live/1")
    let (piHole, console) = (piHole(transport, loop), console(transport, loop))
    guard piHole != nil || console != nil else {
      print(usage, terminator: "")
      return 64
    }
    Interruption.listen()
    let isFine = loop.run {
      var isFine = true
      if let piHole { isFine = await piHole.run() && isFine }
      if let console, !Interruption.isWanted { isFine = await console.run() && isFine }
      return isFine
    }
    if Interruption.isWanted {
      print("interrupted; what was made is removed")
      return 130
    }
    print(isFine ? "all went well" : "something failed, see above")
    return isFine ? 0 : 1
  }

  private static func piHole(_ transport: Transport, _ loop: EventLoop) -> LivePiHole? {
    guard let address = LiveAddress.variable("PIHOLE_URL").flatMap(LiveAddress.init) else { return nil }
    return LivePiHole(
      address: address, transport: transport, sleep: loop.sleep,
      password: LiveAddress.variable("PIHOLE_PASSWORD").map { Secret($0) }, pin: LiveAddress.variable("PIHOLE_PIN"))
  }

  private static func console(_ transport: Transport, _ loop: EventLoop) -> LiveConsole? {
    guard let address = LiveAddress.variable("UNIFI_URL").flatMap(LiveAddress.init),
      let key = LiveAddress.variable("UNIFI_API_KEY")
    else { return nil }
    return LiveConsole(
      address: address, transport: transport, sleep: loop.sleep, key: Secret(key),
      pin: LiveAddress.variable("UNIFI_PIN"), site: LiveAddress.variable("UNIFI_SITE"),
      ssid: LiveAddress.variable("UNIFI_SSID"))
  }
}
