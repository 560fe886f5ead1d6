public import Catalogue

extension TransactionText {
    /// Takes a text, and from the catalogue who the merchant is and what is bought there.
    ///
    /// The longest alias that stands in merchant and description in whole words tells it.
    public init(
        merchant: String?,
        description: String?,
        category: String?,
        notes: String?,
        catalogue: Catalogue = .standard
    ) {
        let named = [merchant, description].compactMap(\.self).joined(separator: " ")
        let found = catalogue.merchant(in: named)
        self.init(
            merchant: merchant,
            description: description,
            category: category,
            notes: notes,
            catalogueName: found?.name,
            catalogueLabel: found?.category.fileLabel
        )
    }
}
