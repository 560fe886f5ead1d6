/// A format of bank files; a file's content tells it, never its name.
public enum BankFileFormat: String, Sendable, CaseIterable {
    /// OFX 1, which is SGML; Quicken's QFX is the same.
    case ofx1
    /// OFX 2, which is XML.
    case ofx2
    /// Separated values with a header.
    case csv
    /// Quicken's older format.
    case qif
    /// A statement of ISO 20022.
    case camt053
    /// A statement of SWIFT.
    case mt940

    /// What people call it; both kinds of OFX have one name.
    public var name: String {
        switch self {
        case .ofx1, .ofx2: "OFX"
        case .csv: "CSV"
        case .qif: "QIF"
        case .camt053: "CAMT.053"
        case .mt940: "MT940"
        }
    }
}
