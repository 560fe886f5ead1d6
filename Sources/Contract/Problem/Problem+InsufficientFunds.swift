public import Kernel

extension Problem {
    /// A wallet that does not hold what is to leave it.
    ///
    /// - Parameters:
    ///   - available: What may leave it.
    ///   - requested: What was to leave it.
    /// - Returns: The refusal, which tells both as decimal text.
    public static func insufficientFunds(available: Money, requested: Money) -> Problem {
        Problem(
            .insufficientFunds,
            details: [
                JSON.Member("available", .string(available.decimalText)),
                JSON.Member("requested", .string(requested.decimalText)),
            ]
        )
    }
}
