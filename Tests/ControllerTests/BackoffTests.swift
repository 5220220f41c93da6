import CivilTime
import Documents
import Policies
import Presentation
import Providers
import Planning
import StateStore
import Testing

@testable import Controller

/// For how long a system is left alone, and what ends it.
@Suite struct BackoffTests {
  private static let now = Instant(secondsSinceEpoch: 1_795_204_804)
  private let busy = ProviderError(.busy(retryAfterSeconds: nil), "busy")

  @Test func growsToAQuarterOfAnHour() {
    var backoff: Backoff?
    var minutes: [Int64] = []
    for _ in 0..<7 {
      backoff = Backoff(after: busy, previous: backoff, circumstances: "a", now: Self.now)
      minutes.append(((backoff?.until ?? Self.now) - Self.now) / 60)
    }
    #expect(minutes == [1, 2, 5, 10, 15, 15, 15])
  }

  @Test func anotherSecretBeginsAnewAndSoDoesTheOldOneAfterIt() {
    var backoff: Backoff?
    let minutes = ["a", "a", "a", "b", "b", "a", "c"].map { circumstances in
      backoff = Backoff(after: busy, previous: backoff, circumstances: circumstances, now: Self.now)
      return ((backoff?.until ?? Self.now) - Self.now) / 60
    }
    #expect(minutes == [1, 2, 5, 1, 2, 1, 1])
  }

  @Test("asked for longer, at most an hour", arguments: [(30, 60), (600, 600), (7200, 3600)])
  func wish(asked: Int, seconds: Int64) throws {
    let error = ProviderError(.busy(retryAfterSeconds: asked), "busy")
    let backoff = try #require(Backoff(after: error, previous: nil, circumstances: "a", now: Self.now))
    #expect(backoff.until - Self.now == seconds)
    #expect(backoff.holds(at: Self.now + (seconds - 1), circumstances: "a"))
    #expect(!backoff.holds(at: Self.now + seconds, circumstances: "a"))
    #expect(!backoff.holds(at: Self.now, circumstances: "another secret"))
    #expect(!backoff.holds(at: Self.now + -86_400, circumstances: "a"), "a clock that was set back")
  }

  @Test("where refusals count, only another secret, another policy or a person ends it") func lastsForGood() throws {
    let refused = ProviderError.final("refused", hint: nil)
    let backoff = try #require(Backoff(after: refused, previous: nil, circumstances: "a", now: Self.now))
    for seconds in [-86_400, 0, 60, 86_400, 50 * 365 * 86_400] as [Int64] {
      #expect(backoff.holds(at: Self.now + seconds, circumstances: "a"))
      #expect(!backoff.holds(at: Self.now + seconds, circumstances: "b"))
    }
    let left = StateMessages.leftAlone(backoff, Moments(zone: .utc, now: Self.now + 3600))
    #expect(left.lastingCode == refused.lastingCode && !left.message.text.contains("until"))
  }

  /// Who hears of it later is told what it said then, and what to do: the first run was in a journal that nobody saw.
  @Test("what was said of a refusal is said again", arguments: [true, false]) func repeatsWhatWasSaid(isFinal: Bool)
    throws
  {
    let (text, hint) = ("the guest pass was revoked", "make a new one")
    let error = isFinal ? ProviderError.final(text, hint: hint) : ProviderError(.refusedCredentials, text, hint: hint)
    let backoff = try #require(Backoff(after: error, previous: nil, circumstances: "a", now: Self.now))
    let moments = Moments(zone: .utc, now: Self.now + 30)
    let left = StateMessages.leftAlone(backoff, moments).message
    let when = isFinal ? "since \(moments.short(Self.now))" : "until \(moments.short(Self.now + 60))"
    #expect(left.text == "left alone \(when): \(text)" && left.hint?.hasPrefix("\(hint); ") == true, "\(left)")
    // Nothing is known of what a version said that did not keep it, and no system is said to lock anybody out.
    var older = backoff
    older.refusal = nil
    let unknown = StateMessages.leftAlone(older, moments).message
    #expect(unknown.text == "left alone \(when), because it refused the credential", "\(unknown)")
    let waiting = try #require(Backoff(after: busy, previous: nil, circumstances: "a", now: Self.now))
    #expect(waiting.refusal == nil)
  }

  @Test("who was refused hears of that also while the system is busy") func isBusyAfterARefusal() throws {
    let refused = ProviderError(.refusedCredentials, "not the password", hint: "store another one")
    let first = try #require(Backoff(after: refused, previous: nil, circumstances: "a", now: Self.now))
    let second = try #require(Backoff(after: busy, previous: first, circumstances: "a", now: Self.now))
    let moments = Moments(zone: .utc, now: Self.now + 30)
    let left = StateMessages.leftAlone(second, moments).message
    #expect(
      left.text.contains(", because it was busy: busy; before that: not the password; 2 tries in a row"), "\(left)")
    #expect(left.hint?.hasPrefix("store another one; ") == true, "\(left)")
    let other = try #require(Backoff(after: busy, previous: first, circumstances: "another secret", now: Self.now))
    #expect(other.refusal == nil && other.failures == 1)
  }

  /// It is granted two minutes, and when it goes on as much as every other busy system.
  @Test("what cannot answer is left alone for longer each time") func isUnavailableAgainAndAgain() throws {
    let error = ProviderError.unavailable("the console answers 502", forSeconds: 3600)
    let moments = Moments(zone: .utc, now: Self.now)
    var backoff: Backoff?
    var lengths: [Int64] = []
    for _ in 0..<6 {
      backoff = Backoff(after: error, previous: backoff, circumstances: "a", now: Self.now)
      lengths.append((backoff?.until ?? Self.now) - Self.now)
    }
    #expect(lengths == [120, 120, 300, 600, 900, 900])
    let left = StateMessages.leftAlone(try #require(backoff), moments).message
    let words = ", because it was busy: the console answers 502, and asks to be left alone for 60 minutes"
    #expect(left.text.contains(words + "; 6 tries in a row"), "\(left)")
    // What it said is gone with a refusal, which says something else.
    let refused = Backoff(
      after: ProviderError(.refusedCredentials, "no"), previous: backoff, circumstances: "a", now: Self.now)
    #expect(refused?.busy == nil && refused?.refusal?.text == "no")
    var older = backoff
    older?.busy = nil
    #expect(StateMessages.leftAlone(try #require(older), moments).message.text.contains("it was busy; 6 tries"))
  }

  @Test("what to do about a busy system is said again") func repeatsTheAdvice() throws {
    let full = ProviderError(.busy(retryAfterSeconds: nil), "all seats are taken", hint: "log out")
    let backoff = try #require(Backoff(after: full, previous: nil, circumstances: "a", now: Self.now))
    let left = StateMessages.leftAlone(backoff, Moments(zone: .utc, now: Self.now)).message
    #expect(left.text.hasSuffix("because it was busy: all seats are taken"), "\(left)")
    #expect(left.hint?.hasPrefix("log out; editing the policy") == true, "\(left)")
  }

  @Test("a refusal is doubted where the secret was accepted before, and believed when it stays") func accepted() {
    let refused = ProviderError(.refusedCredentials, "x")
    let doubted = ProviderError.doubtfulRefusal("x", hint: "y")
    #expect(Backoff(after: doubted, previous: nil, circumstances: "a", now: Self.now) == nil, "the next run asks")
    #expect(AcceptedSecret.after(refused, fingerprint: "aa", before: nil) == nil, "never accepted")
    var known = AcceptedSecret.after(nil, fingerprint: "aa", before: nil)
    #expect(known?.vouches(for: "aa") == true && known?.vouches(for: "bb") == false)
    for other in [
      ProviderError(.timedOut, "x"), .leftAlone("x", hint: nil, for: nil),
      ProviderError(.refusedCredentials, "x", code: "secret.x"),
    ] {
      for _ in 1...9 { known = .after(other, fingerprint: "aa", before: known) }
      #expect(known == AcceptedSecret(fingerprint: "aa"), "it was not refused")
    }
    var doubts: [Bool] = []
    for _ in 1...5 {
      known = .after(doubted, fingerprint: "aa", before: known)
      doubts.append(known?.vouches(for: "aa") == true)
    }
    #expect(doubts == [true, true, false, false, false])
    #expect(AcceptedSecret.after(refused, fingerprint: "bb", before: known) == known, "of another one it says nothing")
    known = .after(nil, fingerprint: "aa", before: known)
    #expect(known == AcceptedSecret(fingerprint: "aa"), "accepted again")
    known = .after(nil, fingerprint: "bb", before: known)
    #expect(known?.vouches(for: "aa") == false && known?.vouches(for: "bb") == true, "the last one accepted")
  }

  @Test func onlyWhereItHelps() {
    let kinds: [ProviderError.Kind] = [
      .unreachable, .timedOut, .notReady, .locked, .notFound, .unsupported, .unexpectedReply,
    ]
    for kind in kinds {
      #expect(Backoff(after: ProviderError(kind, "x"), previous: nil, circumstances: "", now: Self.now) == nil)
    }
    let unsent = ProviderError(.refusedCredentials, "x", code: "secret.not-bound")
    #expect(Backoff(after: unsent, previous: nil, circumstances: "", now: Self.now) == nil)
    let refused = ProviderError(.refusedCredentials, "x")
    #expect(Backoff(after: refused, previous: nil, circumstances: "", now: Self.now) != nil)
  }
}
