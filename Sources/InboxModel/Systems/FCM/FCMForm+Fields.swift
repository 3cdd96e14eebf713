// The fields of a request (Firebase, "REST Resource: projects.messages"). Those without an effect
// here are validated as well.

extension FCMForm {
  /// The body of a request.
  static let request = fields([Field("message", message), Field("validate_only", .flag)])

  private static let message = fields([
    Field("name", .text), Field("data", .data), Field("notification", notification),
    Field("android", android), Field("webpush", webpush), Field("apns", apns),
    Field("fcm_options", labels), Field("token", .text), Field("topic", .text),
    Field("condition", .text),
    // Newer libraries name an installation by this field; here it is a token like any other.
    Field("fid", .text),
  ])

  private static let notification = fields([
    Field("title", .text), Field("body", .text), Field("image", .text),
  ])

  private static let labels = fields([Field("analytics_label", .text)])

  private static let android = fields([
    Field("collapse_key", .text), Field("priority", .word(["NORMAL", "HIGH"])),
    Field("ttl", .duration), Field("restricted_package_name", .text), Field("data", .data),
    Field("notification", androidNotification), Field("fcm_options", labels),
    Field("direct_boot_ok", .flag), Field("bandwidth_constrained_ok", .flag),
    Field("restricted_satellite_ok", .flag),
  ])

  private static let androidNotification = fields([
    Field("title", .text), Field("body", .text), Field("icon", .text), Field("color", .color),
    Field("sound", .text), Field("tag", .text), Field("click_action", .text),
    Field("body_loc_key", .text), Field("body_loc_args", .texts), Field("title_loc_key", .text),
    Field("title_loc_args", .texts), Field("channel_id", .text), Field("ticker", .text),
    Field("sticky", .flag), Field("event_time", .moment), Field("local_only", .flag),
    Field("notification_priority", .word(priorities)), Field("default_sound", .flag),
    Field("default_vibrate_timings", .flag), Field("default_light_settings", .flag),
    Field("vibrate_timings", .durations),
    Field("visibility", .word(["VISIBILITY_UNSPECIFIED", "PRIVATE", "PUBLIC", "SECRET"])),
    Field("notification_count", .count), Field("light_settings", lights), Field("image", .text),
    Field("proxy", .word(["PROXY_UNSPECIFIED", "ALLOW", "DENY", "IF_PRIORITY_LOWERED"])),
    Field("bypass_proxy_notification", .flag),
  ])

  private static let priorities = [
    "PRIORITY_UNSPECIFIED", "PRIORITY_MIN", "PRIORITY_LOW", "PRIORITY_DEFAULT", "PRIORITY_HIGH",
    "PRIORITY_MAX",
  ]

  private static let lights = fields([
    Field(
      "color",
      fields([
        Field("red", .number), Field("green", .number), Field("blue", .number),
        Field("alpha", .number),
      ])),
    Field("light_on_duration", .duration), Field("light_off_duration", .duration),
  ])

  private static let apns = fields([
    Field("headers", .textMap), Field("payload", .foreign),
    Field("fcm_options", fields([Field("analytics_label", .text), Field("image", .text)])),
    Field("live_activity_token", .text),
  ])

  private static let webpush = fields([
    Field("headers", .textMap), Field("data", .textMap), Field("notification", .foreign),
    Field("fcm_options", fields([Field("link", .text), Field("analytics_label", .text)])),
  ])
}
