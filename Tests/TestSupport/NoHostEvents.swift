import Host

/// Nothing ever happens on the machine.
package struct NoHostEvents: HostEvents {
  package init() {}
  package func attend(to paths: [String]) {}
  package func close() {}
}
