/// What a client tries to reach.
public enum ClientDestination: Hashable, Sendable {
  /// Something or other in the internet that no filter is about.
  case internet
  /// An application, by its id in the catalogue.
  case application(Int)
  /// Any application of a category, by its id.
  case category(Int)
  /// A name, such as `shop.example`.
  case domain(String)
}

/// A connection that a client begins: TCP to port 443, as nearly everything is.
struct ClientTraffic {
  var client: UniFiClient
  var network: UniFiNetwork?
  var destination: ClientDestination
  /// The category of the application, where it is one.
  var category: Int?
  /// `IPV4` or `IPV6`.
  var family: String
  /// Whether a filter on a domain is about the names below it as well. Not known of real consoles.
  var meetsSubdomains: Bool

  /// Whether a policy between the right zones is about this connection.
  func isMet(by policy: JSONValue) -> Bool {
    let states = policy["connectionStateFilter"]?.elements
    return states?.contains("NEW") != false && policy["ipsecFilter"] != "MATCH_ENCRYPTED"
      && isMet(byScope: policy["ipProtocolScope"]) && isMet(bySource: policy["source"]?["trafficFilter"])
      && isMet(byDestination: policy["destination"]?["trafficFilter"])
  }

  private func isMet(byScope scope: JSONValue?) -> Bool {
    guard ["IPV4_AND_IPV6", family].contains(scope?["ipVersion"]?.text) else { return false }
    guard let filter = scope?["protocolFilter"] else { return true }
    let isIt =
      switch filter["type"]?.text {
      case "PRESET": filter["preset"]?["name"] == "TCP_UDP"
      case "NAMED_PROTOCOL": filter["protocol"]?["name"] == "TCP"
      case "PROTOCOL_NUMBER": filter["protocolNumber"]?.whole == 6
      default: false
      }
    return isIt != (filter["matchOpposite"] == true)
  }
}
