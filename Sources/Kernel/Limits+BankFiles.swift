extension Limits {
    /// The largest bank file, in bytes.
    public static let bankFileBytes = 52_428_800
    /// The beginning of a bank file that tells its format and encoding, in bytes.
    public static let bankFileHeadBytes = 65_536
    /// The longest row or line of a bank file, in bytes of UTF-8.
    public static let bankFileRowBytes = 65_536
    /// The longest cell or value of a bank file, in bytes of UTF-8.
    public static let bankFileCellBytes = 4_096
    /// Columns of a CSV file.
    public static let bankFileColumns = 256
    /// Rows of a CSV file by which its columns are detected.
    public static let bankFileSampleRows = 500
    /// Rows that may stand before the header of a CSV file.
    public static let bankFilePreambleRows = 50
    /// Problems of a bank file that are told; all of them are counted.
    public static let bankFileProblems = 100
    /// Statements that one bank file may hold.
    public static let bankFileStatements = 1_000
    /// The deepest nesting of elements in a bank file.
    public static let bankFileDepth = 32
    /// The longest tag or comment of an XML file, in bytes.
    public static let bankFileTagBytes = 65_536
    /// Years in which a row of a bank file may lie.
    public static let bankFileYears = 1_900...2_199
    /// Days by which a posted date may differ between a bank's file and its connection.
    public static let statementMatchDays = 3

    /// The relations between these limits that the program relies on.
    static let bankFileRelations: [(String, Bool)] = [
        ("a head is a part of a file", bankFileHeadBytes <= bankFileBytes),
        ("a cell fits in a row", bankFileCellBytes * 2 <= bankFileRowBytes),
        ("a row fits in a head", bankFileRowBytes <= bankFileHeadBytes),
        ("an id fits in a cell", identifierCharacters * 4 <= bankFileCellBytes),
        ("a sample goes beyond a preamble", bankFilePreambleRows < bankFileSampleRows),
    ]
}
