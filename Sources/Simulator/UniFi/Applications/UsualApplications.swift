/// What a console that nobody has told otherwise can tell apart.
extension ApplicationCatalogue {
  /// Well-known names with ids of our own, in seven categories of which the last is empty, and so many further
  /// applications as real consoles have thousands of.
  public static func usual(further: Int = 0) -> ApplicationCatalogue {
    let categories = names.map { Category(id: $0.id, name: $0.name) }
    let known = names.flatMap { category in
      category.applications.enumerated().map { Application(id: category.id << 16 + $0 + 1, name: $1) }
    }
    let filled = names.filter { !$0.applications.isEmpty }
    let others = (0..<max(0, further)).map { number in
      Application(id: filled[number % filled.count].id << 16 + 1000 + number, name: "Application-\(number + 1)")
    }
    return ApplicationCatalogue(categories: categories, applications: known + others)
  }

  private static let names: [(id: Int, name: String, applications: [String])] = [
    (0, "Instant Messengers", ["WhatsApp", "Signal", "Telegram", "Discord"]),
    (4, "Media Streaming Services", ["YouTube", "Netflix", "Twitch", "Spotify", "Disney+", "YouTube Kids"]),
    (8, "Online Games", ["Minecraft", "Roblox", "Fortnite", "Steam", "Xbox Live", "PlayStation Network"]),
    (13, "Web Services", ["Google", "Wikipedia", "Amazon"]), (15, "Business Tools", ["Zoom", "Microsoft Teams"]),
    (24, "Social Networks", ["Facebook", "Instagram", "TikTok", "Snapchat", "Reddit"]), (27, "Fitness", []),
  ]
}
