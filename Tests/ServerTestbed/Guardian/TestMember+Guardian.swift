import Contract
import PurserKit
import Testbed

/// The calls of Guardian, in short.
extension TestMember {
    /// Asks about a purchase.
    func authorize(
        _ cents: Int64,
        _ category: String? = "fun",
        at merchant: String = "Steam",
        mcc: Int64? = nil
    ) async throws -> API.Guardian.AuthorizeResponse {
        try await purser.call(
            API.Guardian.authorizePurchase,
            .init(amountCents: cents, merchant: merchant, category: category, mcc: mcc)
        )
    }

    /// Sets a limit.
    func setRule(
        _ category: String,
        _ cents: Int64,
        for subject: String? = nil
    ) async throws -> API.Guardian.Rule {
        try await purser.call(
            API.Guardian.setRule,
            .init(
                category: category,
                monthlyLimitCents: cents,
                userID: subject.map { MemberReference($0) }
            )
        )
    }

    /// Lists limits.
    func rules(of subject: String? = nil) async throws -> [API.Guardian.Rule] {
        try await purser.call(
            API.Guardian.listRules,
            .init(userID: subject.map { MemberReference($0) })
        )
    }

    /// Draws a geofence.
    @discardableResult
    func fence(
        _ policy: API.Guardian.GeofencePolicy? = nil,
        _ category: String? = nil,
        name: String? = nil,
        latitude: Double = 40.7128,
        longitude: Double = -74.006,
        radius: Int64 = 500,
        for subject: String? = nil
    ) async throws -> Int64 {
        try await purser.call(
            API.Guardian.createGeofence,
            .init(
                name: name,
                latitude: latitude,
                longitude: longitude,
                radiusM: radius,
                category: category,
                policy: policy,
                userID: subject.map { MemberReference($0) }
            )
        ).id
    }

    /// Tells where the member is.
    func ping(_ latitude: Double, _ longitude: Double = -74.006) async throws {
        _ = try await purser.call(
            API.Guardian.updateLocation,
            .init(latitude: latitude, longitude: longitude)
        )
    }

    /// Allows a purchase.
    @discardableResult
    func override(
        _ cents: Int64,
        at merchant: String = "Starbucks",
        for subject: String? = nil
    ) async throws -> API.Guardian.Status {
        try await purser.call(
            API.Guardian.createOverride,
            .init(
                amountCents: cents,
                merchant: merchant,
                userID: subject.map { MemberReference($0) }
            )
        )
    }
}
