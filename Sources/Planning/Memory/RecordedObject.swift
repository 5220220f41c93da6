public import CivilTime
public import Policies
public import Providers

/// An object as a run saw or left it.
public struct RecordedObject: Hashable, Sendable {
  /// Where its switch stood at the end of that run.
  public var switchState: SwitchState
  /// When, or up to `RecordedState.quietSeconds` before that where later runs saw it alike.
  public var at: Instant
  /// Where it was wanted; nil where nothing was.
  public var wanted: SwitchState?
  /// The override that wanted it there; nil where the policy did.
  public var override: String?
  /// The locks that hold it, by number, each with where it has put it: a target that the lock is not about may have it by
  /// now, and something else may have decided there since. Those may be over by now.
  public var locks: [String: SwitchState.Position] = [:]
  /// When it was last seen in place, or up to `RecordedState.quietSeconds` before that; nil for never.
  public var inPlaceAt: Instant?
  /// Whether it was seen in place since it is wanted where it is.
  public var hasBeenInPlace: Bool
  /// When it was last seen open, where it was opened and somebody has shut it since: what wished for it to be open by then does
  /// not open it again. Nil where it is open, and where this program has shut it.
  public var shutAfter: Instant?
  /// Why it differed, where it did.
  public var cause: Cause?
  /// When it was found moved from outside, within the last hour, the earliest first.
  public var movedAt: [Instant]
  /// Where an override found it on a target that is otherwise left alone; it is put back there, once.
  public var found: SwitchState?
  /// The override that found it there, or the last of those that followed one another; nil where nothing is to be put
  /// back, and where an earlier version saw it last.
  public var foundBy: String?
  /// Whether it was too late to put it back when it was last seen, which is told as long as it is elsewhere. The clock may have been ahead: it
  /// is put back after all where, by a later look at the clock, that override is not over, or has only just ended.
  public var isFoundTooLate = false
  /// Whether a write was sent whose effect nobody saw, or an action: a switch that moved then was not moved by somebody
  /// else.
  public var isDoubtful: Bool
  /// A fingerprint of the policy that the run followed: a later run may have looked at other objects only. Nil where
  /// nothing says so; then it is that of the memory.
  public var policy: String?
  /// That reconcile has moved it to where its target is off, and that it has not been seen elsewhere since.
  public var closing: Closing?
  /// How often in a row it was tried to move it to where it is wanted, and it did not arrive; nil where it did.
  public var tries: Tries?
  /// What it was asked for, where its system does not tell its state; nil for every other object.
  public var asking: Asking?
  /// How the system addresses it, where its id is none of the system's; nil where it is, and where it is not there.
  public var address: String?
  /// The file that made what is at `address`, and whose mark that had; nil where there is nothing, and where an earlier
  /// version saw it last.
  public var maker: PolicyFile?
  /// What other files made in the same place, by where that is: the same state remembers it for them.
  public var ofOthers: [String: PolicyFile] = [:]
  /// When it was made and had to be taken back; nil where it never had to.
  public var refusedAt: Instant?
  /// When its system did not keep the hours that it was sent; nil where it never did so, or has kept them since.
  public var hoursRefusedAt: Instant?
  /// What tells what it was to be made of from anything else; nil for what the file does not make, and where an earlier version
  /// saw it last.
  public var contentMark: String?
  /// In words, the hours that it was to keep by its system's clock; nil for what keeps none.
  public var hours: String?
  /// The target that it was managed for; nil where no target selects it any more, or an earlier version saw it last.
  public var target: Name?
  /// The state that was wanted of that target then, as a word.
  public var wantedState: String?
  /// What its system calls it; nil where it is as it is wanted and nothing is to be put back, as nobody asks then. What has
  /// a number for an id is known by its name too, and so is what a pattern selects: by that it is told of if it is gone. And
  /// so is what has a schedule of its own.
  public var name: String?
  /// Whether somebody wants it to stay as it is, although it was made for a target that is gone.
  public var isKept = false
  /// In words, the hours within which alone its system lets it work, whatever is wanted; nil where there are none.
  @Seldom public var ownSchedule: String? = nil
  /// That a pattern had selected it, and runs miss it; nil for every other object.
  @Seldom public var gone: Gone? = nil
  /// The two policy files that move it by turns; nil for every other object.
  @Seldom public var rivals: Rivals? = nil
  /// That it counts as moved, and no run has seen it since; nil for every other object.
  @Seldom public var underWay: UnderWay? = nil

  /// How often somebody else has moved it lately, and since when, where that is so often that it goes on at `now`; nil where
  /// it is not.
  public func contention(at now: Instant) -> (count: Int, since: Instant)? {
    let moves = moves(at: now)
    guard moves.count >= DriftAttribution.contendedMoves, let since = moves.min() else { return nil }
    return (moves.count, since)
  }

  /// Whether it was moved so often at the last move that somebody else wanted something else.
  public var isContended: Bool { movedAt.count >= DriftAttribution.contendedMoves }

  /// When somebody else moved it, as far as that still counts at `now`: within the last hour; and where it is moved again and
  /// again, as often as that takes until an hour has passed without a move. A pause of half an hour is not the end of it.
  func moves(at now: Instant) -> [Instant] {
    let past = movedAt.filter { $0 <= now }
    let recent = past.filter { now - $0 < DriftAttribution.contendedSeconds }
    if recent.isEmpty || recent.count >= DriftAttribution.contendedMoves { return recent }
    return isContended ? past.suffix(DriftAttribution.contendedMoves) : recent
  }

  /// The files that made what is here.
  public var makerPaths: [String] { [maker?.path].compactMap(\.self) + ofOthers.values.map(\.path) }

  /// The override that last moved it from where it was found.
  var finder: String? { foundBy ?? override }

  /// The same where those are hours of every day; nil where they are all the time.
  var dailyHours: String? { hours == MadeObject.Hours.always.words ? nil : hours }

  /// Whether it is not where it is wanted. Of what does not tell its state nobody knows, unless asking it came to nothing.
  public var isElsewhere: Bool {
    guard let wanted else { return false }
    return asking == nil ? wanted.position != switchState.position : tries != nil
  }

  /// Whether it does not tell its state, was last asked for what is wanted of it, and may have done it or not.
  public var isAnswerLost: Bool {
    asking?.last.map { !$0.isAnswered && $0.position == wanted?.position } ?? false
  }

  /// Tries in a row that came to nothing.
  public struct Tries: Hashable, Sendable {
    /// How many, from 1.
    public var count: Int
    /// When the last one was made.
    public var at: Instant

    /// Tries in a row that came to nothing.
    public init(count: Int, at: Instant) {
      self.count = count
      self.at = at
    }
  }

  /// An object as a run saw or left it.
  public init(
    switchState: SwitchState, at: Instant, wanted: SwitchState?, override: String? = nil, inPlaceAt: Instant? = nil,
    hasBeenInPlace: Bool = false, cause: Cause? = nil, movedAt: [Instant] = [], found: SwitchState? = nil,
    isDoubtful: Bool = false, policy: String? = nil, closing: Closing? = nil, tries: Tries? = nil,
    asking: Asking? = nil
  ) {
    self.switchState = switchState
    self.at = at
    self.wanted = wanted
    self.override = override
    self.inPlaceAt = inPlaceAt
    self.hasBeenInPlace = hasBeenInPlace
    self.cause = cause
    self.movedAt = movedAt
    self.found = found
    self.isDoubtful = isDoubtful
    self.policy = policy
    self.closing = closing
    self.tries = tries
    self.asking = asking
  }
}
