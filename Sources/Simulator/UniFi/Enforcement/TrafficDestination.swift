/// Whether the far end of a policy is about a connection.
extension ClientTraffic {
  func isMet(byDestination filter: JSONValue?) -> Bool {
    guard let filter else { return true }
    guard isPort(443, in: filter["portFilter"]) else { return false }
    switch filter["type"]?.text {
    case "PORT": return true
    case "APPLICATION": return isApplication(of: filter["applicationFilter"])
    case "APPLICATION_CATEGORY": return isInCategory(of: filter["applicationCategoryFilter"])
    case "DOMAIN": return isDomain(of: filter["domainFilter"])
    // Where in the internet something is, nobody says here: only the opposite of some places is about it.
    case "IP_ADDRESS": return isAddress(nil, in: filter["ipAddressFilter"])
    case "NETWORK": return filter["networkFilter"]?["matchOpposite"] == true
    default: return false
    }
  }

  private func isApplication(of filter: JSONValue?) -> Bool {
    guard case .application(let id) = destination else { return false }
    return (filter?["applicationIds"]?.elements ?? []).contains { $0.whole == id }
  }

  private func isInCategory(of filter: JSONValue?) -> Bool {
    guard let category else { return false }
    return (filter?["applicationCategoryIds"]?.elements ?? []).contains { $0.whole == category }
  }

  private func isDomain(of filter: JSONValue?) -> Bool {
    guard case .domain(let name) = destination else { return false }
    let asked = name.lowercased()
    return (filter?["domains"]?.elements ?? []).compactMap { $0.text?.lowercased() }.contains { domain in
      asked == domain || meetsSubdomains && asked.hasSuffix("." + domain)
    }
  }
}
