import Controller

/// The page: a service that begins when somebody comes, and the socket on which it is waited for.
extension UnitRequest {
  /// `reconcile-serve.service`: another user than the one that has the secrets, in whose group it is, so that both write the
  /// state; no network but the socket that it is handed.
  var page: UnitFile {
    UnitFile(
      "reconcile-serve.service",
      [
        (
          "Unit",
          [
            "Description=\(UnitsMessages.page)", "Documentation=man:reconcile(1)", "ConditionPathExists=\(policy.line)",
            "Requires=\(Self.socketName)", "After=\(Self.socketName)",
          ]
        ),
        (
          "Service",
          [
            "Type=notify", "NotifyAccess=main", "ExecStart=\(program.word) serve \(policy.word)", "Restart=on-failure",
            "RestartSec=5s", "RestartPreventExitStatus=64 65", "SuccessExitStatus=143",
          ] + UnitFile.comment(UnitsMessages.bounds) + ["MemoryMax=128M", "TasksMax=16", ""]
            + ["User=reconcile-serve", "DynamicUser=yes"] + UnitFile.comment(UnitsMessages.pageState)
            + pagePlaces + UnitFile.comment(UnitsMessages.pageNetwork) + ["PrivateNetwork=yes"] + hardening
        ),
      ])
  }

  /// What the page sees of `/var/lib`.
  private var pagePlaces: [String] {
    [
      "Group=reconcile", "Environment=STATE_DIRECTORY=/var/lib/\(state)", "TemporaryFileSystem=/var/lib:ro",
      "BindPaths=/var/lib/private/\(state):/var/lib/\(state)",
    ] + pageFolders.map { "BindReadOnlyPaths=\($0)" } + ["UMask=0077"]
  }

  /// `reconcile-serve.socket`: where the page is waited for.
  var pageSocket: UnitFile {
    UnitFile(
      Self.socketName,
      [
        (
          "Unit",
          [
            "Description=\(UnitsMessages.pageSocket)", "Documentation=man:reconcile(1)",
            "ConditionPathExists=\(policy.line)",
          ]
        ),
        ("Socket", UnitFile.comment(UnitsMessages.pageAddress) + ["ListenStream=127.0.0.1:8383"]),
        ("Install", ["WantedBy=sockets.target"]),
      ])
  }

  private static let socketName = "reconcile-serve.socket"
}
