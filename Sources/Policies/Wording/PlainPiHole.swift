extension System {
  /// What to do about a Pi-hole over plain `http`, in the words of everybody who speaks of it: the file's check, a run
  /// and the doctor.
  ///
  /// Its own certificate lasts 47 days and is renewed with another key (measured with FTL 6.4.1), so that a pin of it
  /// breaks again and again: `https` is better only with a certificate of one's own.
  public static let plainPiHoleHint =
    "fine in a network of your own; with https give the Pi-hole a certificate of yours ('webserver.tls.validity' 0), "
    + "for its own one gets another key about every 45 days"
}
