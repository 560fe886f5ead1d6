public import Kernel

extension Problem {
    /// The refusal where a wallet does not hold what is to leave it; tells both as decimal text.
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
