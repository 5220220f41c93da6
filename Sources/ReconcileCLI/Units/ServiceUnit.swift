import CivilTime
import Controller

/// The services: one that applies once and is started by a timer, and one that stays.
extension UnitRequest {
  /// `reconcile.service`: applies once.
  var service: UnitFile {
    UnitFile(
      "reconcile.service",
      [
        ("Unit", ["Description=\(UnitsMessages.service)"] + conditions),
        (
          "Service",
          ["Type=oneshot", "ExecStart=\(command("apply"))"]
            // A run ends itself after a minute, finishes the write that is under way, and waits for a door that moves.
            + ["TimeoutStartSec=4min", Self.stopped] + bounds + [""] + identity + hardening
        ),
      ])
  }

  /// `reconcile.timer`: starts the service every minute.
  var timer: UnitFile {
    UnitFile(
      "reconcile.timer",
      [
        ("Unit", ["Description=\(UnitsMessages.timer)", "Documentation=man:reconcile(1)"]),
        (
          "Timer",
          UnitFile.comment(UnitsMessages.utc) + ["OnCalendar=*:*:00 UTC", "AccuracySec=1s", "Persistent=true"]
        ),
        ("Install", ["WantedBy=timers.target"]),
      ])
  }

  /// `reconcile-watch.service`: stays, instead of the timer.
  var daemon: UnitFile {
    UnitFile(
      "reconcile-watch.service",
      [
        (
          "Unit",
          ["Description=\(UnitsMessages.daemon)", "Conflicts=reconcile.timer"] + conditions
        ),
        (
          "Service",
          [
            "Type=notify", "NotifyAccess=main", "ExecStart=\(command("watch"))",
            #"ExecReload=/bin/sh -c "kill -HUP $MAINPID""#,
            "WatchdogSec=3min", "Restart=on-failure", "RestartSec=30s", "RestartPreventExitStatus=64",
            "TimeoutStopSec=1min", Self.stopped,
          ] + bounds + [""] + identity + hardening
        ),
        ("Install", ["WantedBy=multi-user.target"]),
      ])
  }

  /// Ended by SIGTERM a run exits with 143, which is no failure where somebody stopped it.
  private static let stopped = "SuccessExitStatus=143"

  private func command(_ name: String) -> String {
    ([program.word, name] + notifying + [policy.word]).joined(separator: " ")
  }

  /// The options, written again: nothing of a command line gets into a unit as it was typed, but the credential's checked
  /// name.
  private var notifying: [String] {
    guard let credential = notifications.addressCredential else { return [] }
    return ["--\(Option.notifyCredential.name)", credential]
      + (notifications.format == .json
        ? [] : ["--\(Option.notifyFormat.name)", notifications.format.rawValue])
      + (notifications.beforeSeconds.map { ["--\(Option.notifyBefore.name)", "\(CivilLength(seconds: $0))"] } ?? [])
  }

  private var conditions: [String] {
    [
      "Documentation=man:reconcile(1)", "ConditionPathExists=\(policy.line)", "Wants=network-online.target",
      "After=network-online.target time-sync.target",
    ]
  }

  /// Both services are the same user, or each would take the state away from the other.
  private var identity: [String] {
    ["User=reconcile", "DynamicUser=yes", "StateDirectory=\(state)", "StateDirectoryMode=0770", "UMask=0077"]
      + notes.flatMap(UnitFile.comment) + loading + Self.people
  }

  /// The machine's own file of how approvers are reached; nobody is where it is not there.
  private static let people = [
    "LoadCredential=\(PeopleFile.credential):\(PeopleFile.usualPath)", "SetCredential=\(PeopleFile.credential):{}",
  ]

  /// systemd starts nothing if a file that is named is not there, and one system must not hold up the others: a line feed is
  /// in its place then, which is no secret. An empty text is not taken.
  private var loading: [String] {
    switch credentials {
    case .named(let names):
      names.flatMap { ["LoadCredential=\($0):\(Self.folder)/\($0)", #"SetCredential=\#($0):\n"#] }
    case .all: ["LoadCredential=\(Self.loadedFolder):\(Self.folder)"]
    }
  }
}
