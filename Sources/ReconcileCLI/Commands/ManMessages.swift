import Presentation

/// What the manual page says besides the tables.
enum ManMessages {
  static let description = [
    "reconcile reads a policy, works out what it wants now, compares that with your systems, shows the difference and "
      + "makes the changes: one switch at a time, and every change is read back. It never touches what the policy does not "
      + "name, and leaves a system alone that it cannot read.",
    "Without a command it applies the policy once. With --dry-run it writes nothing.",
  ]

  static let values = [
    (
      "POLICY",
      "a file or a directory. The default is --policy, $RECONCILE_POLICY, policy.yaml in this directory, or "
        + "/etc/reconcile/policy.yaml."
    ),
    (
      "INSTANT",
      "in the policy's zone: 21:30, 7am or noon, also after a day as in 'fri 21:30', 'tomorrow 7am' or "
        + "'2026-11-20 21:30'; now, +90m, -90m or RFC 3339. As a start also fri, tomorrow or 2026-11-20; as an end also "
        + "midnight; for the past also 2h. A time alone is today's; for an end or the beginning of an override it is the next "
        + "one, for the past the last one."
    ),
    (
      "DURATION",
      "such as 30m, 90s, 1h30m, '30 minutes' or '1 day', which is until the same time by the clock tomorrow."
    ),
  ]

  static let variables = [
    ("RECONCILE_POLICY", "the policy, if the command line names none."),
    (
      "RECONCILE_PEOPLE",
      "absolute path of the file that says how approvers are reached (default: /etc/reconcile/people.yaml)."
    ),
    ("STATE_DIRECTORY", "the state directory, if the command line names none. systemd sets it for a service."),
    ("XDG_STATE_HOME", "where a user's state is kept, in the directory 'reconcile' (default: ~/.local/state)."),
    ("CREDENTIALS_DIRECTORY", "the first place to look for credentials. systemd sets it for a service."),
    ("COLUMNS", "how wide text is, up to 80 (default: the width of the terminal, or 80)."),
    ("LC_ALL, LC_CTYPE, LANG", "the first one that is set decides: without UTF-8, text is ASCII."),
    ("NO_COLOR", "if set, there is no colour on a terminal."),
  ]

  static let files = [
    ("/etc/reconcile/policy.yaml", "the policy of this machine."),
    (
      "/etc/reconcile/credentials/NAME",
      "a secret that the policy refers to as {credential: NAME}. Its second line says where it may go. Permissions 0600."
    ),
    ("~/.config/reconcile/credentials/NAME", "the same, of one user."),
    ("/etc/reconcile/people.yaml", "how approvers are reached. Permissions 0600."),
    ("/var/lib/reconcile", "the state of the service."),
    ("/usr/share/doc/reconcile", "guides and examples; below /usr/local after 'make install'."),
  ]

  static let examples: [(what: String, lines: [String])] = [
    (
      "See what would be done, and do it:",
      ["reconcile --dry-run household.yaml", "reconcile household.yaml"]
    ),
    ("Why are the children offline, and until when?", ["reconcile explain kids"]),
    (
      "Let the packaged timer follow /etc/reconcile/policy.yaml every minute:",
      ["sudo systemctl enable --now reconcile.timer", "journalctl -u reconcile.service -f"]
    ),
    ("What an edit of the policy changes:", ["reconcile compare old.yaml new.yaml"]),
  ]
}
