extension Instant {
  /// The instant that `text` means on a command line, in any case of its letters:
  ///
  /// - `now`; `+90m`, `-1 day` from now;
  /// - a time of the clock, `21:30`, `21:30:15`, `7am`, `noon`, `24:00`, alone or after a day: `fri 21:30`,
  ///   `friday 7am`, `today noon`, `tomorrow 7am`, `yesterday 21:30`, `2026-11-20 21:30`;
  /// - such a day alone, where `role` takes it for its beginning; `midnight` and `tonight`, the next midnight, as an end;
  /// - RFC 3339, also with a space for the `T`; and whatever `Zone.fullText` and `Zone.longText` print;
  /// - `2h`, `2h ago` for the past.
  ///
  /// A day of the week is the next one whose time is still to come (for the past, the last whose time has come). Where
  /// clocks show a time twice that day, it is the first, where they skip it the jump; only of a time of the clock
  /// without a day, a second one that is still to come is taken where the first is over.
  public init(
    _ text: String, as role: MomentRole, in zone: Zone, now: Instant
  ) throws(MomentTextError) {
    let reader = MomentReader(role: role, zone: zone, now: now)
    let words = MomentReader.words(text)
    guard let instant = try reader.read(words) else { throw .unreadable(meant: reader.meant(words)) }
    guard Instant.writable.contains(instant) else { throw .impossible }
    self = instant
  }
}
