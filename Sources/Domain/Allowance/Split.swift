/// How an allowance is shared between spending, saving and giving.
public struct Split: Sendable, Hashable {
    /// Per cent that are put aside as savings.
    public let savePercent: Int
    /// Per cent that are put aside to be given.
    public let givePercent: Int

    /// Makes a split; `nil` unless each is 0...100 and they are 100 at most together.
    public init?(savePercent: Int, givePercent: Int) {
        guard (0...100).contains(savePercent), (0...100).contains(givePercent),
            savePercent + givePercent <= 100
        else { return nil }
        self.savePercent = savePercent
        self.givePercent = givePercent
    }

    /// Per cent that stay in the wallet.
    public var spendPercent: Int { 100 - savePercent - givePercent }

    /// The parts of an amount of zero or more, in minor units; they add up to it.
    ///
    /// Savings and gifts are rounded down, and what is left of a minor unit stays to be spent.
    public func parts(
        of minor: Int64
    ) -> (spendMinor: Int64, saveMinor: Int64, giveMinor: Int64) {
        precondition(minor >= 0, "an allowance is not negative")
        let save = Self.floor(of: minor, percent: savePercent)
        let give = Self.floor(of: minor, percent: givePercent)
        return (minor - save - give, save, give)
    }

    /// So many per cent, rounded down; hundreds apart from the rest, so that no amount overflows.
    private static func floor(of minor: Int64, percent: Int) -> Int64 {
        let (hundreds, rest) = minor.quotientAndRemainder(dividingBy: 100)
        return hundreds * Int64(percent) + rest * Int64(percent) / 100
    }
}
