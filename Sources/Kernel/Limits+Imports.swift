/// The bounds of importing bank files.
extension Limits {
    /// Bytes around a file that a form of several parts may have.
    public static let uploadFrameBytes = 65_536
    /// Parts of a form that carries a file.
    public static let uploadParts = 16
    /// The headers of one part of a form, in bytes.
    public static let uploadHeaderBytes = 4_096
    /// The value of one field of a form, in bytes.
    public static let uploadFieldBytes = 16_384
    /// Files that one process receives or reads at once; each may be as large as a file may be.
    public static let uploadsAtOnce = 6
    /// Bytes that are written to a file at once.
    public static let uploadPieceBytes = 262_144
    /// Rows of a file that are booked in one transaction.
    public static let importRows = 1_000
    /// Rows of the first piece, before it is known how long one takes.
    public static let importRowsFirst = 250
    /// The longest that a piece should keep the writer, in milliseconds.
    public static let importPieceMilliseconds = 50
    /// How long a call waits for its import, in seconds.
    public static let importSeconds = 25
    /// How long whoever works on an import keeps others from it, in milliseconds.
    public static let importLeaseMilliseconds: Int64 = 30_000
    /// How long an import rests after something went wrong, in milliseconds.
    public static let importRestMilliseconds: Int64 = 60_000
    /// The pause between two looks for imports that are to be continued, in seconds.
    public static let importLookSeconds = 30
    /// Imports that a list shows.
    public static let importsListed = 100
    /// New rows of a file that an answer shows.
    public static let importSampleRows = 20
    /// How often the progress of an import is told at most.
    public static let importSteps: Int64 = 20
    /// Accounts that a member may have for a file to make another one.
    public static let accountsPerMember = 100
    /// The longest name of an account, in Unicode scalars.
    public static let accountNameCharacters = 100
    /// The longest mapping of columns as JSON, in Unicode scalars; each may be 12 bytes of a query.
    public static let mappingCharacters = 700
    /// How long a page waits for its import, in seconds; from then on it shows how far it is.
    public static let importPageSeconds = 5
    /// Files that a process holds between their preview and their import, one of a member.
    public static let heldFiles = 64
    /// Bytes that those have together.
    public static let heldFilesBytes = 4 * bankFileBytes
    /// How long one of them is held, in milliseconds.
    public static let heldFileMilliseconds: Int64 = 900_000
    /// The pause between two looks for files that were held long enough, in seconds.
    public static let heldFileLookSeconds = 60
    /// Mappings of columns that are remembered for a member.
    public static let mappingsPerMember = 50

    /// How they hang together, each with a sentence.
    static let importRelations: [(String, Bool)] = [
        ("a mapping fits in a field", mappingCharacters * 4 <= uploadFieldBytes),
        (
            "a mapping and two names fit in a head",
            (mappingCharacters + accountNameCharacters + identifierCharacters) * 12 < headBytes
        ),
        ("a field fits in a frame", uploadFieldBytes < uploadFrameBytes),
        ("a call ends within its time", importSeconds < requestSeconds),
        ("a page waits no longer than a call", importPageSeconds <= importSeconds),
        ("the largest file can be held", bankFileBytes <= heldFilesBytes),
        (
            "a lease outlives a piece",
            Int64(importPieceMilliseconds) * 100 < importLeaseMilliseconds
        ),
        ("pieces grow", importRowsFirst <= importRows),
    ]
}
