import Kernel

/// Whether the wallet holds less than an amount after the purchase.
///
/// Where no wallet pays, it does not.
public struct WalletLeaf: Sendable, Hashable {
    /// What must be left, in minor units.
    public let leftLessThan: Int64
}

extension WalletLeaf: PolicyQuestion {
    static let key = "wallet"

    init(_ value: PolicyValue, at path: String) throws(PolicyFault) {
        var reader = try PolicyReader(value, at: path)
        leftLessThan = try reader.integer("left_less_than", in: 0...Limits.amountMinor)
        try reader.finish()
    }

    var value: PolicyValue { .object(("left_less_than", .whole(leftLessThan))) }

    func tell(_ needs: inout PolicyNeeds) { needs.asksWallet = true }

    func test(_ needs: PolicyNeeds) -> PolicyTest {
        .between(.walletLeft, (PolicyProgram.unknown + 1)...(leftLessThan - 1))
    }

    func clause(_ isTrue: Bool, _ currency: Currency) -> String {
        let bound = PolicyWords.money(leftLessThan, currency)
        return "less than \(bound) \(isTrue ? "is" : "is not") left in the wallet"
    }

    func finding(_ facts: PolicyFacts) -> String {
        guard let wallet = facts.wallet else { return "no wallet" }
        let figures = [wallet, facts.amount.minor, leftLessThan].map { minor in
            PolicyWords.plainMoney(minor, facts.amount.currency)
        }
        return "wallet \(figures[0]) - \(figures[1]) of \(figures[2])"
    }
}
