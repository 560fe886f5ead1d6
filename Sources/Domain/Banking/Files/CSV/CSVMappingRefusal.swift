/// Why the columns of a CSV file, or the order of day and month, cannot be told.
public struct CSVMappingRefusal: Sendable, Equatable {
    /// What is missing or unclear, as a sentence.
    public let reason: String
    /// The names in the header, or the first cells of a file without one; at most 50.
    public let columns: [String]
    /// The columns as they would be read, where the order of day and month alone is unclear.
    public let found: CSVMapping?

    /// Says what was found.
    public init(reason: String, columns: [String], found: CSVMapping? = nil) {
        self.reason = reason
        self.found = found
        self.columns = columns.prefix(50).map { String($0.prefix(100)) }
    }
}
