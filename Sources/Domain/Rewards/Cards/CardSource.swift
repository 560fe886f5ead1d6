public import Kernel

/// Where a card's rates were read: the row of the card catalogue that it was added from.
public struct CardSource: Hashable, Sendable {
    /// The row's id in the catalogue.
    public let catalogueID: String
    /// The page that the rates were read from.
    public let address: String
    /// The day they were read.
    public let readOn: CivilDay

    /// Makes a source.
    public init(catalogueID: String, address: String, readOn: CivilDay) {
        self.catalogueID = catalogueID
        self.address = address
        self.readOn = readOn
    }
}
