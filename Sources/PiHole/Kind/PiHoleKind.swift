public import Policies

/// What this kind of system is, before any particular one is spoken to.
public enum PiHoleKind {
  /// The path before that of every request: that of the policy's URL, then `/api`.
  ///
  /// A URL that was copied with its `/api` keeps the one it has.
  public static func basePath(for url: BaseURL) -> String {
    url.path.hasSuffix("/api") ? url.path : url.path + "/api"
  }
}
