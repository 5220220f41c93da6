/// Who may ask, and from where.
extension HomeAssistant {
  /// The header field with which a request says from which address it comes, as there is no network.
  public static let addressField = "X-Simulated-Address"

  /// What is found of a request before its path is looked at: nil where it may go on.
  func refusedAtTheDoor(_ request: SimulatedRequest) -> SimulatedResponse? {
    let forwarded = request.headers.filter { $0.name.lowercased() == "x-forwarded-for" }
    if !forwarded.isEmpty, !trustsProxies || forwarded.count > 1 { return .homeAssistant(400) }
    return bannedAddresses.contains(address(of: request)) ? .homeAssistant(403) : nil
  }

  /// The user whose token the request has; the name of the scheme, one blank, and nothing behind.
  func user(of request: SimulatedRequest) -> HomeAssistantUser? {
    guard let field = request.header("Authorization"), field.hasPrefix("Bearer ") else { return nil }
    return users.first { $0.isActive && $0.token == field.dropFirst(7) }
  }

  /// 401, for a stranger as for a user without the right; it counts, and no success takes it back.
  mutating func refuse(_ request: SimulatedRequest) -> SimulatedResponse {
    let address = address(of: request)
    refusals[address, default: 0] += 1
    if let refusalsUntilBan, refusals[address, default: 0] >= refusalsUntilBan { bannedAddresses.insert(address) }
    return .homeAssistant(401)
  }

  private func address(of request: SimulatedRequest) -> String {
    (trustsProxies ? request.header("X-Forwarded-For") : nil) ?? request.header(Self.addressField) ?? "127.0.0.1"
  }
}
