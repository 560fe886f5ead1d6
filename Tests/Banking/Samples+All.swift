extension Samples {
    /// One of each kind, and each with what is wrong in the wild.
    static let all = [
        ofx, wildOFX, twoStatements, ofx2, csv, germanCSV, debitCSV, bareCSV, qif, britishQIF, camt,
        camt8, mt940, plainMT940,
    ]
}
