import GRDBSQLite

/// Stands in front of a file that SQLite has open, and changes some of what it does.
///
/// What a file does is a table of functions, published for those who bring files of their own:
/// https://www.sqlite.org/c3ref/io_methods.html. A copy of the file's own table, in which some are
/// replaced, takes its place.
final class FileFront {
    /// What SQLite sees of it is the table alone, which therefore comes first.
    private struct Table {
        var methods: sqlite3_io_methods
        let owner: Unmanaged<AnyObject>
    }

    /// The functions that `sqlite3_io_methods` has here.
    private static let knownVersion: Int32 = 3

    private let file: UnsafeMutablePointer<sqlite3_file>
    private let own: UnsafePointer<sqlite3_io_methods>
    private let table: UnsafeMutablePointer<Table>

    /// Takes a copy of the table of a file; `nil` when the file is not open.
    ///
    /// `owner`: Whom the functions that are replaced find with ``owner(of:as:)``; kept alive by
    /// whoever has it in front of a file.
    init?(of file: UnsafeMutablePointer<sqlite3_file>?, for owner: AnyObject) {
        guard let file, let own = file.pointee.pMethods else { return nil }
        self.file = file
        self.own = own
        var methods = own.pointee
        // A newer SQLite may have a longer table, of which this is the beginning.
        methods.iVersion = min(methods.iVersion, Self.knownVersion)
        table = .allocate(capacity: 1)
        table.initialize(to: Table(methods: methods, owner: .passUnretained(owner)))
    }

    deinit {
        table.deinitialize(count: 1)
        table.deallocate()
    }

    /// Goes in front of the file; only the thread that uses the file may.
    func begin(replacing replace: (inout sqlite3_io_methods) -> Void) {
        replace(&table.pointee.methods)
        file.pointee.pMethods = UnsafeRawPointer(table)
            .assumingMemoryBound(to: sqlite3_io_methods.self)
    }

    /// Leaves the file to its own functions again; must be called before the file is closed and
    /// before this is let go.
    func end() {
        file.pointee.pMethods = own
    }

    /// Whom a function that was replaced belongs to.
    static func owner<Owner: AnyObject>(
        of file: UnsafeMutablePointer<sqlite3_file>?,
        as type: Owner.Type
    ) -> Owner? {
        guard let table = UnsafeRawPointer(file?.pointee.pMethods) else { return nil }
        // SAFETY: The table is a `Table` for as long as the file has functions that were replaced,
        // and `end()` takes both away while the owner is there.
        let owner = table.assumingMemoryBound(to: Table.self).pointee.owner
        return unsafeDowncast(owner.takeUnretainedValue(), to: type)
    }

    // MARK: - What the file itself does

    /// Puts bytes into the file.
    func write(_ bytes: UnsafeRawPointer?, _ count: Int32, at offset: Int64) -> Int32 {
        own.pointee.xWrite(file, bytes, count, offset)
    }

    /// Takes bytes out of the file.
    func read(_ bytes: UnsafeMutableRawPointer?, _ count: Int32, at offset: Int64) -> Int32 {
        own.pointee.xRead(file, bytes, count, offset)
    }

    /// Waits until the disk has what was written.
    func sync(_ flags: Int32) -> Int32 {
        own.pointee.xSync(file, flags)
    }

    /// Cuts the file off.
    func truncate(_ size: Int64) -> Int32 {
        own.pointee.xTruncate(file, size)
    }

    /// Takes or gives back locks of the index that all connections to the file share.
    func lock(_ first: Int32, _ count: Int32, _ flags: Int32) -> Int32 {
        own.pointee.xShmLock(file, first, count, flags)
    }

    /// Whether bytes beside those that are written stay as they are when the power fails.
    var keepsNeighbours: Bool {
        own.pointee.xDeviceCharacteristics(file) & SQLITE_IOCAP_POWERSAFE_OVERWRITE != 0
    }

    /// How long the file is.
    func size(_ size: UnsafeMutablePointer<Int64>?) -> Int32 {
        own.pointee.xFileSize(file, size)
    }
}
