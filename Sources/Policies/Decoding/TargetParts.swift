/// What of the file a target may refer to besides systems.
struct TargetParts {
  /// Reads who guards it.
  let guards: GuardDecoder
  /// The devices that have names.
  let devices: DeviceTable
}
