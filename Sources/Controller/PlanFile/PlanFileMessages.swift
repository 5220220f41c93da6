import Documents
import Host
import Planning
import Providers

/// What is said of plan files.
enum PlanFileMessages {
  /// The most differences that are named.
  private static let most = 8

  static func stale(_ then: String, _ differences: [String], isPolicyEdited: Bool, unread: [String]) -> Message {
    let named = differences.prefix(most).joined(separator: "; ")
    let rest = differences.count > most ? "; and \(differences.count - most) more" : ""
    let order = differences.isEmpty ? "the order of the changes differs" : ""
    let reasons =
      (unread.isEmpty ? [] : ["not read: " + unread.joined(separator: ", ")])
      + (isPolicyEdited ? ["the policy was edited"] : [])
    return Message(
      code: "plan.stale",
      "nothing was written: things have changed since the plan was made (\(then)): " + named + rest + order,
      hint: (reasons + ["make a new plan"]).joined(separator: "; "))
  }

  static func carriedOut(_ then: String) -> Message {
    Message(
      code: "plan.stale",
      "nothing was written: every change of the plan (made \(then)) is in place already",
      hint: "nothing is left of it to be done")
  }

  static func new(_ change: PlannedChange, _ step: String) -> String { "new: \(change.words), \(step)" }
  static func inPlace(_ change: PlannedChange, _ step: String) -> String {
    "no longer needed, as it is in place: \(change.words), \(step)"
  }
  static func unwanted(_ change: PlannedChange, _ step: String) -> String {
    "no longer wanted: \(change.words), \(step)"
  }
  static func gone(_ change: PlannedChange, _ step: String) -> String { "gone: \(change.words), \(step)" }

  static func different(_ planned: PlannedChange, _ found: PlannedChange, _ step: (PlannedChange) -> String) -> String {
    "different: \(found.words), planned \(step(planned)), now \(step(found))"
      + (planned.content == found.content ? "" : "; what it is made of has changed")
  }

  static func unreadable(_ error: FileError) -> String {
    "the plan '\(error.path)' cannot be read: \(error.reason)"
  }

  static func flaw(_ flaw: PlanFile.Flaw, _ path: String) -> String {
    switch flaw {
    case .notAPlan: "'\(path)' is not a plan file"
    case .otherVersion: "the plan '\(path)' was made by another version of reconcile"
    case .damaged: "the plan '\(path)' is damaged or was edited"
    }
  }

  static func noSuchTarget(_ name: String, _ path: String) -> String {
    "the plan '\(path)' is for the target '\(name)', which the policy does not have; nothing was written"
  }

  static let newPlan = "make a new one: reconcile plan -o PATH"

  static func isSomethingElse(_ path: String) -> String {
    "'\(path)' exists and is not a plan; it was not overwritten"
  }

  static func notWritten(_ error: FileError) -> String {
    "the plan was not written to '\(error.path)': \(error.reason)"
  }
}
