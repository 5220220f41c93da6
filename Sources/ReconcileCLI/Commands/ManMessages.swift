import Presentation

/// What the manual page says besides the tables.
enum ManMessages {
  static let description = [
    "reconcile reads a policy, says what it wants at this moment, compares that with what is live on UniFi consoles and "
      + "Pi-holes, shows the difference, and makes it so: one switch at a time, every change read back. What the policy "
      + "does not name is never touched, and a system that cannot be read is left alone.",
    "Without a command the policy is applied once. With --dry-run nothing is written.",
  ]

  static let values = [
    (
      "POLICY",
      "a file or a directory. Left out it is --policy, $RECONCILE_POLICY, policy.yaml in this directory, or "
        + "/etc/reconcile/policy.yaml."
    ),
    (
      "INSTANT",
      "in the policy's zone: 21:30, 7am or noon, also after a day as in 'fri 21:30', 'tomorrow 7am' or "
        + "'2026-11-20 21:30'; now, +90m, -90m or RFC 3339. As a start also fri, tomorrow or 2026-11-20; as an end also "
        + "midnight; for the past also 2h. A time alone is today's; as an end or for the past it is the next or the last one."
    ),
    (
      "DURATION",
      "such as 30m, 90s, 1h30m, '30 minutes' or '1 day', which is until the same time by the clock tomorrow."
    ),
  ]

  static let variables = [
    ("RECONCILE_POLICY", "the policy, where the command line names none."),
    ("RECONCILE_PEOPLE", "the file of how approvers are reached, an absolute path; else /etc/reconcile/people.yaml."),
    ("STATE_DIRECTORY", "the folder of the state, where the command line names none. systemd sets it for a service."),
    ("XDG_STATE_HOME", "where the state of a person is kept, in a folder 'reconcile'; else ~/.local/state."),
    ("CREDENTIALS_DIRECTORY", "where credentials are looked for first. systemd sets it for a service."),
    ("COLUMNS", "how wide text is, up to 80; else the terminal says it, and where there is none it is 80."),
    ("LC_ALL, LC_CTYPE, LANG", "the first that is set says which characters are shown; without UTF-8 text is ASCII."),
    ("NO_COLOR", "if it is set to something, nothing is coloured on a terminal."),
  ]

  static let files = [
    ("/etc/reconcile/policy.yaml", "the policy of this machine."),
    (
      "/etc/reconcile/credentials/NAME",
      "a secret that the policy refers to as {credential: NAME}. Its second line says where it may go. Permissions 0600."
    ),
    ("~/.config/reconcile/credentials/NAME", "the same, of one person."),
    ("/etc/reconcile/people.yaml", "how approvers are reached. Permissions 0600."),
    ("/var/lib/reconcile", "the state of the service."),
    ("/usr/share/doc/reconcile", "the guides and the examples; below /usr/local where 'make install' put them."),
  ]

  static let examples: [(what: String, lines: [String])] = [
    (
      "Look what would be done, and do it:",
      ["reconcile --dry-run household.yaml", "reconcile household.yaml"]
    ),
    ("Why are the children offline, and until when?", ["reconcile explain kids"]),
    (
      "Let the packaged timer follow /etc/reconcile/policy.yaml every minute:",
      ["sudo systemctl enable --now reconcile.timer", "journalctl -u reconcile.service -f"]
    ),
    ("What an edit of the policy means:", ["reconcile compare old.yaml new.yaml"]),
  ]
}
