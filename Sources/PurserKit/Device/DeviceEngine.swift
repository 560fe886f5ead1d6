public import Contract
public import Guardian
public import Kernel

/// What this device can tell by itself, with the code of the server and what it told last.
///
/// ```swift
/// try await purser.device.refreshFacts()
/// // later, without a network:
/// if let advice = try await purser.device.checkPurchase(amountCents: 5_000, merchant: "Steam") {
///     show(advice.decision, advice.message, asOf: advice.asOf)
/// }
/// ```
///
/// Everything is of the member who is signed in, and forgotten when the member signs out.
public struct DeviceEngine: Sendable {
    /// A place on the earth, in degrees.
    public typealias Position = Guardian.Coordinate

    let purser: Purser

    /// Tells how the server would decide a purchase of the member's, without asking it.
    ///
    /// The checks are the server's own: what a parent allowed once, geofences, monthly limits, the
    /// wallet. What happened since ``refreshFacts()`` they do not know. Money is shown in dollars.
    ///
    /// - Parameters:
    ///   - amountCents: The price in cents, more than zero.
    ///   - merchant: The merchant, 1...120 characters.
    ///   - category: The category; found by merchant and code when it is left out.
    ///   - mcc: The merchant category code, 0...9999 (ISO 18245).
    ///   - position: Where the member is, if the server is told so as well
    ///     (``updateLocation(_:accuracyM:)``); the last one it was told, of 30 minutes at most,
    ///     when left out.
    /// - Returns: The advice; `nil` while nothing is known of the member.
    /// - Throws: ``PurserError`` `invalid` as the server would, `unauthorized` when nobody is
    ///   signed in, `storage`; `CancellationError`.
    public func checkPurchase(
        amountCents: Int64,
        merchant: String,
        category: String? = nil,
        mcc: Int64? = nil,
        at position: Position? = nil
    ) async throws -> PurchaseAdvice? {
        let purchase = try API.Guardian.authorizePurchase.accepted(
            .init(amountCents: amountCents, merchant: merchant, category: category, mcc: mcc)
        )
        let owner = try await purser.client.keeper.member()
        guard let (known, asOf) = try await facts.find(KnownFacts.self, .purchases, of: owner)
        else { return nil }
        let place = if let position { position } else { try await lastPosition() }
        let now = purser.client.time.now()
        return PurchaseAdvice(
            PurchaseFacts(purchase, known: known, at: asOf, position: place, now: now),
            asOf: asOf
        )
    }

    /// The next days on which a child's allowance is due, reckoned without asking the server.
    ///
    /// - Returns: `nil` while nothing is known of the child.
    /// - Throws: ``PurserError`` `unauthorized`, `storage`; `CancellationError`.
    public func allowanceDates(
        childID: ID<Entity.Child>,
        next count: Int = 5
    ) async throws -> AllowanceForecast? {
        let owner = try await purser.client.keeper.member()
        guard
            let (schedule, asOf) = try await facts.find(
                API.Allowance.ScheduleResponse.self,
                .schedule,
                id: childID.text,
                of: owner
            )
        else { return nil }
        let known = try await facts.find(KnownFacts.self, .purchases, of: owner)
        let zone = known.flatMap { Zone.named($0.value.timeZone) } ?? .utc
        return AllowanceForecast(
            schedule,
            asOf: asOf,
            today: zone.day(of: purser.client.time.now()),
            next: count
        )
    }

    /// The fences that hold a place, by what is known of them, newest first.
    ///
    /// - Parameter position: The place; where the member was in the last 30 minutes when left out.
    /// - Returns: None when nobody knows where the member is, or nothing of fences.
    /// - Throws: ``PurserError`` `unauthorized`, `storage`; `CancellationError`.
    public func fences(
        containing position: Position? = nil
    ) async throws -> [API.Guardian.Geofence] {
        let owner = try await purser.client.keeper.member()
        let place = if let position { position } else { try await lastPosition() }
        let known = try await facts.find(KnownFacts.self, .purchases, of: owner)
        guard let place, let known else { return [] }
        return known.value.fences.filter { Geofence($0).contains(place) }
    }

    /// How far a place is from a fence's centre, in metres; inside is up to the fence's radius.
    public func distance(to fence: API.Guardian.Geofence, from position: Position) -> Double {
        Geofence(fence).centre.distance(to: position)
    }

    private var facts: FactTable { FactTable(store: purser.client.store) }
}

extension Purser {
    /// What this device can tell by itself, with the code of the server and what it told last.
    public var device: DeviceEngine { DeviceEngine(purser: self) }
}
