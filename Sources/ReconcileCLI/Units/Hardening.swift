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
      "PrivateUsers=yes", "PrivateIPC=yes", "PrivateMounts=yes", "ProtectProc=invisible", "ProcSubset=pid",
      "ProtectHostname=yes",
      "ProtectClock=yes", "ProtectControlGroups=yes", "ProtectKernelLogs=yes", "ProtectKernelModules=yes",
      "ProtectKernelTunables=yes", "RemoveIPC=yes", "KeyringMode=private", "LockPersonality=yes",
      "MemoryDenyWriteExecute=yes", "RestrictNamespaces=yes", "RestrictRealtime=yes", "RestrictSUIDSGID=yes",
      "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX", "SystemCallArchitectures=native",
      "SystemCallFilter=@system-service", "SystemCallFilter=~@privileged @resources",
    ] + UnitFile.comment(UnitsMessages.setpriority) + ["SystemCallFilter=setpriority", "SystemCallErrorNumber=EPERM"]
  }
}
