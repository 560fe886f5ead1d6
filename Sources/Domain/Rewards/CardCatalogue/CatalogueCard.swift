public import Kernel

/// A card that is offered to the public, with what its issuer pays for spending.
///
/// What others published on a day; terms change, and nothing of it was verified with the issuer.
public struct CatalogueCard: Hashable, Sendable {
    /// The scheme that carries the payments.
    public enum Network: String, Sendable, CaseIterable, Decodable {
        /// Visa.
        case visa
        /// Mastercard.
        case mastercard
        /// American Express.
        case amex
        /// Discover.
        case discover
        /// A store's own, or not known.
        case other
    }

    /// The name of the card in the catalogue, such as `us-amex-gold`; it stays.
    public let id: String
    /// The card's name, such as `Prime Visa`.
    public let name: String
    /// Who issues it.
    public let issuer: String
    /// The scheme that carries its payments.
    public let network: Network
    /// The fee for a year, in cents.
    public let annualFeeCents: Int64
    /// The fee for a purchase abroad, in hundredths of a per cent; `nil` when it is not known.
    public let foreignFeeBasisPoints: Int?
    /// What is earned: a program's name, or the short name of a point type.
    public let program: String
    /// What is earned where no rate applies, in hundredths of a point for each dollar; 0 for a card
    /// that one store alone takes.
    public let baseRate: Int
    /// What is earned for kinds of spending, in the order of the data file.
    public let rates: [CatalogueRate]
    /// Whether the issuer sets other categories each quarter, which must be activated.
    public let isRotating: Bool
    /// Where the terms can be looked up.
    public let sourceURL: String
    /// The day on which the source looked at the terms; `nil` when it gives none.
    public let verifiedOn: CivilDay?
    /// What else is to be known; may be empty.
    public let note: String

    /// The day as of which the terms are told: that of the source, else that of the catalogue.
    public var readOn: CivilDay { verifiedOn ?? CardCatalogue.compiledOn }
}
