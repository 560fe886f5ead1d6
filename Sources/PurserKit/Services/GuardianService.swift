/// Purchases: limits, decisions and their reasons.
///
/// ```swift
/// try await purser.guardian.setRule(category: "fun", monthlyLimitCents: 20_000, userID: child)
/// let answer = try await purser.guardian.authorizePurchase(amountCents: 5_000, merchant: "Steam")
/// ```
///
/// There is one method for each endpoint of the room, with the endpoint's name. Amounts are in
/// cents.
///
/// - Throws: Each method throws ``PurserError``, or `CancellationError` when its task was
///   cancelled.
public struct GuardianService: Sendable {
    let purser: Purser
}
