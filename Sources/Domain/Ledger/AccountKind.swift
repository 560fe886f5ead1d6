/// What an account holds money for.
public enum AccountKind: String, Sendable, CaseIterable {
    /// Everything outside the household: what leaves or enters goes through it.
    case world
    /// A linked or imported bank account.
    case bank
    /// A linked or imported card account.
    case card
    /// A Guardian funding source, charged through a processor.
    case funding
    /// A child's wallet.
    case wallet

    /// Whether the account may owe money, which a wallet never does.
    public var mayOverdraw: Bool { self != .wallet }
}
