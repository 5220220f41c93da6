/// The files that belong to the page, which are compiled in.
package struct PageAssets: Sendable {
  /// One of them.
  package struct File: Sendable {
    /// Its media type, as a header names it.
    package let type: String
    package let bytes: [UInt8]
    /// Whether its address changes with it, so that browsers may keep it.
    package let isVersioned: Bool
  }

  /// What changes when one of them does.
  package let version: String
  private let files: [String: File]

  /// `hash` names the versions.
  package init(hash: ([UInt8]) -> String) {
    files = [
      "/style.css": File(type: "text/css; charset=utf-8", bytes: PackageResources.style_css, isVersioned: true),
      "/script.js": File(type: "text/javascript; charset=utf-8", bytes: PackageResources.script_js, isVersioned: true),
      "/icon.svg": File(type: "image/svg+xml", bytes: PackageResources.icon_svg, isVersioned: false),
      "/icon.png": File(type: "image/png", bytes: PackageResources.icon_png, isVersioned: false),
      "/manifest.webmanifest": File(
        type: "application/manifest+json", bytes: PackageResources.manifest_webmanifest, isVersioned: false),
    ]
    version = hash(PackageResources.style_css + PackageResources.script_js)
  }

  /// The file at `path`; nil if there is none.
  package func file(_ path: String) -> File? { files[path] }
}
