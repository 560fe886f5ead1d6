/// Children, wallets and allowances.
///
/// ```swift
/// let children = try await purser.allowance.familyChildren().children
/// let reward = DecimalAmount(minor: 250)
/// try await purser.allowance.assignChore(childID: child, title: "Dishes", reward: reward)
/// ```
///
/// There is one method for each endpoint of the room, with the endpoint's name; signing in is at
/// ``SessionService``. Amounts are in units of the household's currency, exact to the hundredth.
///
/// - Throws: Each method throws ``PurserError``, or `CancellationError` when its task was
///   cancelled.
public struct AllowanceService: Sendable {
    let purser: Purser
}
