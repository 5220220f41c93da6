extension BaseURL {
  /// The address that `text` is, read as that of a system is; nil where it is none.
  public init?(reading text: String) {
    guard case .success(let url) = URLReader.read(text) else { return nil }
    self = url
  }
}
