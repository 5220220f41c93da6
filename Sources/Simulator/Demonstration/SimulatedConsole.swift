extension SimulatorArguments {
  /// The console that the command line asks for.
  public func console(key: String) -> UniFiConsole {
    var console = Household.console(apiKey: key, furtherRules: rules, furtherPolicies: policies)
    console.catalogue = .usual(further: applications)
    if let version { console.version = UniFiVersion(version) }
    console.hidesZoneFirewall = !hasZoneFirewall
    return console
  }
}
