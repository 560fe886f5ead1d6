/// Why the columns of a CSV file, or the order of day and month, cannot be told.
public struct CSVMappingRefusal: Sendable, Equatable {
    /// What is missing or unclear, as a sentence.
    public let reason: String
    /// The names in the header, or the first cells of a file without one; at most 50.
    public let columns: [String]

    /// Says what was found.
    public init(reason: String, columns: [String]) {
        self.reason = reason
        self.columns = columns.prefix(50).map { String($0.prefix(100)) }
    }
}
