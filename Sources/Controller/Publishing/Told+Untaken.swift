import CivilTime
import Policies
import StateStore

extension Told {
  /// The same for who has not taken `marks`: what began is not known there, and what is over goes on.
  func without(_ marks: some Sequence<NewsMark>) -> Told {
    var told = self
    for mark in marks {
      let about = mark.about
      switch mark.sort {
      case .lost: told.lost.remove(Name(about))
      case .back: told.lost.insert(Name(about))
      case .stuck: told.stuck.remove(about)
      case .failure: told.failures.remove(about)
      case .failureOver: told.failures.insert(about)
      case .problem: told.problems.remove(about)
      case .problemOver: told.problems.insert(about)
      case .doubt: if told.doubts.remove(about) != nil { told.doubts.insert(DoubtNews.untold(about)) }
      case .contended: told.contended.remove(about)
      case .contendedOver: told.contended.insert(about)
      case .gone: told.gone.remove(about)
      case .ending: told.ends.remove(about)
      case .coming: told.changes.removeAll { Self.mark(of: $0) == about }
      }
    }
    return told
  }

  /// What a coming change is marked with.
  static func mark(of change: ToldChange) -> String { "\(change.target) \(change.at.secondsSinceEpoch)" }
}
