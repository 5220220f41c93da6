import Documents
import Presentation
import Text

/// One unit file.
struct UnitFile: Hashable, Sendable {
  /// Its name in the folder.
  var name: String
  /// Everything that is in it; ends in a line feed.
  var text: String

  /// Where an administrator's own units are.
  private static let folder = "/etc/systemd/system/"

  /// The file as one of several in one text: the first line says where it belongs.
  var shown: String { "# \(Self.folder)\(name)\n\(text)" }

  /// A file of sections; each has its name and its lines. What is empty is left out.
  init(_ name: String, _ sections: [(name: String, lines: [String])]) {
    self.name = name
    text = sections.map { section in "[\(section.name)]\n" + section.lines.map { $0 + "\n" }.joined() }
      .joined(separator: "\n")
  }

  /// A comment of lines that fit into 80 columns. What is not ours in it cannot end a line.
  static func comment(_ text: String) -> [String] { wrapped(text.escaped, indent: "# ", following: "# ") }
}

extension UnitRequest {
  /// What a run may take, and with whom it may talk.
  var bounds: [String] {
    UnitFile.comment(UnitsMessages.bounds) + ["MemoryMax=256M", "TasksMax=64"]
      + UnitFile.comment(UnitsMessages.addresses)
      + ["IPAddressDeny=any", "IPAddressAllow=" + addresses.joined(separator: " ")]
  }

  /// What a service gives up: all that it does not need to talk to systems, to read the policy and to keep its state.
  var hardening: [String] {
    [
      "", "NoNewPrivileges=yes", "CapabilityBoundingSet=", "AmbientCapabilities=", "LimitCORE=0",
      "ProtectSystem=strict", "ProtectHome=yes", "PrivateTmp=yes", "PrivateDevices=yes", "DevicePolicy=closed",
      "PrivateUsers=yes", "PrivateIPC=yes", "PrivateMounts=yes", "ProtectProc=invisible",
      // Not `ProcSubset=pid`, which hides the kernel's word for this start of the machine.
      "ProtectHostname=yes", "ProtectClock=yes", "ProtectControlGroups=yes", "ProtectKernelLogs=yes",
      "ProtectKernelModules=yes",
      "ProtectKernelTunables=yes", "RemoveIPC=yes", "KeyringMode=private", "LockPersonality=yes",
      "MemoryDenyWriteExecute=yes", "RestrictNamespaces=yes", "RestrictRealtime=yes", "RestrictSUIDSGID=yes",
      "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX", "SystemCallArchitectures=native",
      "SystemCallFilter=@system-service", "SystemCallFilter=~@privileged @resources",
    ] + UnitFile.comment(UnitsMessages.setpriority) + ["SystemCallFilter=setpriority", "SystemCallErrorNumber=EPERM"]
  }
}
