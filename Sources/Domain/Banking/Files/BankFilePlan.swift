/// How a bank file is to be read: what a ``BankFileSurvey`` found.
public struct BankFilePlan: Sendable {
    /// The format.
    public let format: BankFileFormat
    /// Of a CSV file: its columns, and how it writes days and amounts; nothing is left open.
    public let mapping: CSVMapping?
    /// Of a QIF file: the order in which it writes day, month and year.
    let dayOrder: DayOrder
    /// Of a QIF file: the mark before decimals.
    let decimal: DecimalMark
    /// Reads the file's bytes from their beginning.
    let decoder: TextDecoder
}
