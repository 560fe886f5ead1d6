/// Why a whole bank file is not read.
///
/// Reasons are sentences for whoever chose the file. They name lines and columns, not amounts.
public enum BankFileRefusal: Error, Sendable, Equatable {
    /// It has no bytes, or nothing but white space.
    case empty
    /// It is no bank file of a format that is read: a picture, an archive, a web page.
    case unsupported(reason: String)
    /// It is a bank file that is cut off or broken, or whose meaning is not clear.
    case malformed(line: Int, reason: String)
    /// Its columns, or how it writes days, cannot be told.
    case mapping(CSVMappingRefusal)
}
