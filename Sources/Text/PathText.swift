extension String {
  /// The folder that is above what this path leads to: `/etc` for `/etc/policy.yaml`, `.` for `policy.yaml`, and `/` for
  /// `/policy.yaml` and for `/` itself. A slash at the end of a path says nothing more.
  public var folderAbove: String {
    let above = split(separator: "/").dropLast().joined(separator: "/")
    if hasPrefix("/") { return "/" + above }
    return above.isEmpty ? "." : above
  }

  /// The last name of this path; the whole of one without any, such as `/`.
  public var lastName: String { split(separator: "/").last.map(String.init) ?? self }
}
