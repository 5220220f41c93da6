package import Host

/// What of the machine the services of the units do not see.
package enum ServiceView {
  /// The folder that hides `path` from a service; nil where it can be seen.
  package static func hiddenFolder(of path: String) -> String? {
    ["/home", "/root", "/run/user", "/tmp", "/var/tmp"].first { path.hasPrefix($0 + "/") }
  }

  /// The same of `path` and of what its links lead to.
  package static func hiddenFolder(of path: String, _ files: any Files) -> String? {
    [path, files.resolved(path)].lazy.compactMap(\.self).compactMap { hiddenFolder(of: $0) }.first
  }
}
