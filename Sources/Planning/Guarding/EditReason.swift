public import Policies

/// Why an edit of the policy waits for the approvers of a target: it does more than take freedom away.
public enum EditReason: Hashable, Sendable {
  /// The target is gone, or names another kind of thing.
  case gone
  /// It is freer at some instant, and for so long in the weeks from then.
  case freer(Loosening, LooserTimes)
  /// It lets go of objects.
  case objects
  /// Its entries are for other groups.
  case entryGroups
  /// Whether what its entries no longer name is removed is another: it is from now on, or is not.
  case pruning(Bool)
  /// Nothing guards it any more.
  case unguarded
  /// Others have to agree than had to.
  case guarding(before: Guard, after: Guard)
  /// Its guard holds no edits any more.
  case editing
  /// It may be unlocked or opened, or has another code.
  case permission
  /// It is not a part of a target of targets any more, and so goes free of what holds that one.
  case group(Name)
  /// Its system is defined otherwise, or gone.
  case system(Name)
  /// Its system has a second name.
  case alias(Name)
  /// Another target has new entries that allow what it denies.
  case allowing(Name)
  /// Another target switches a group of its entries, and not as before.
  case switching(Name)
  /// Something is done on its system at a time at which it was not.
  case acting(Name)
  /// The file has another owner, whose marks do not fit.
  case owner
  /// Fewer changes may be made at once.
  case limits
  /// It hangs together with another target whose edit waits.
  case linked(Name)
}
