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

    /// Whether a bank or a processor tells what happens on it, which its member's lists then show.
    public var isReported: Bool { self == .bank || self == .card || self == .funding }
}
