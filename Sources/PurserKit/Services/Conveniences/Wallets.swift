public import Contract
public import Foundation

extension API.Allowance.TransactionResponse {
    /// Whether money came in.
    public var isCredit: Bool { type == .credit }

    /// The amount as it changes the balance: less than 0 when money went out.
    public var signedAmount: Decimal { isCredit ? amount.decimal : -amount.decimal }
}

extension API.Allowance.TransactionListResponse {
    /// Whether there are older ones after these.
    public var hasMore: Bool { offset + Int64(transactions.count) < totalCount }
}

extension API.Allowance.GoalResponse {
    /// How much of the goal is saved, 0...1, for a progress bar.
    public var progress: Double { Double(progressPercent) / 100 }
}

extension API.Allowance.SplitPercents {
    /// Whether the parts make 100, as ``AllowanceService/setSplit(childID:spend:save:give:)``
    /// asks for.
    public var isWhole: Bool { spend + save + give == 100 }
}
