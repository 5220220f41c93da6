import JSONTree
import Policies
import Providers

extension UniFiClient {
  /// What can be looked up on the console: its connected clients, and the applications that it can tell apart.
  var directory: Directory {
    Directory(
      clients: {
        await whole { (client) async throws(Setback) in
          let site = try await client.siteOrSetback()
          return try await client.items("/sites/\(site.id)/clients", of: "clients") { ConnectedClient($0) }
        }
      },
      traffic: {
        await whole { (client) async throws(Setback) in
          let applications = try await client.lines(of: .applications).map { CatalogueEntry(.app, $0.name, id: $0.id) }
          return applications
            + (try await client.lines(of: .categories).map { CatalogueEntry(.category, $0.name, id: $0.id) })
        }
      })
  }

  private func whole<Value: Sendable>(
    _ read: @Sendable (UniFiClient) async throws(Setback) -> Value
  ) async -> Result<Value, ProviderError> {
    do throws(Setback) { return .success(try await read(self)) } catch { return .failure(error.error) }
  }

  private func siteOrSetback() async throws(Setback) -> UniFiSite {
    do throws(ProviderError) { return try await site() } catch { throw .failed(error) }
  }
}

extension ConnectedClient {
  /// A client as the console lists it. Those of a VPN have no MAC address.
  fileprivate init(_ text: JSONText) {
    let links: [String: Link] = ["WIRED": .wired, "WIRELESS": .wifi, "VPN": .vpn, "TELEPORT": .vpn]
    self.init(
      name: text["name"]?.string ?? "", mac: text["macAddress"]?.string.flatMap(MACAddress.init),
      address: text["ipAddress"]?.string, link: text["type"]?.string.flatMap { links[$0] } ?? .other)
  }
}
