import Contract

/// What a member's purchases were decided by, as the server told it last.
struct KnownFacts: Sendable, Equatable, Codable {
    /// The household's time zone, by its IANA name.
    let timeZone: String
    /// The limits, and what was spent of them this month.
    let limits: [API.Guardian.RuleProgress]
    let fences: [API.Guardian.Geofence]
    /// What a parent allowed once and nobody has bought yet.
    let overrides: [API.Guardian.OverrideRow]
    /// What the wallet holds, where that is what the member pays with.
    let walletMinor: Int64?
}

/// A place where the member was.
struct KnownPlace: Sendable, Equatable, Codable {
    let latitude: Double
    let longitude: Double
}
