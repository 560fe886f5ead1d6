import GRDBSQLite

/// Lets a connection add to its log in few large pieces.
///
/// SQLite hands each page of a commit to the system by itself, and its 24 bytes of head before it.
/// Measured, two such calls for a page cost more than the flush that follows them, and the small
/// pieces in which the system then keeps the log make the flush dearer too. What is written one
/// behind the other is gathered here, and handed on before anybody can ask for it: before the
/// flush, until which SQLite shows it to no other connection, and before the lock for writing is
/// given back, from when on its place in the log may be another's. A piece that the file does not
/// take is kept, and tried again by whatever comes next, until then.
final class GatheredWrites {
    /// What is gathered at most; SQLite's own files take less than 128 KiB at a time.
    static let mostBytes = 28 * 4_120

    private let gathered = UnsafeMutableRawPointer.allocate(byteCount: mostBytes, alignment: 16)
    private var start: Int64 = 0
    private var count = 0
    private var log: FileFront?
    private var database: FileFront?

    /// Stands in front of a connection's log, which must be open, and of its file, by which it
    /// locks; only the thread that uses the connection may.
    ///
    /// The connection must flush with every commit. `nil` also where SQLite would write once more
    /// after the flush, for a disk that spoils the neighbours of what it writes.
    init?(of handle: OpaquePointer) {
        guard let log = FileFront(of: DatabaseFile.log(under: handle), for: self),
            let database = FileFront(of: DatabaseFile.under(handle), for: self),
            database.keepsNeighbours
        else { return nil }
        self.log = log
        self.database = database
        database.begin { methods in
            methods.xShmLock = { file, first, count, flags in
                FileFront.owner(of: file, as: GatheredWrites.self)?
                    .lock(first, count, flags) ?? SQLITE_MISUSE
            }
        }
        log.begin { methods in
            methods.xWrite = { file, bytes, count, offset in
                FileFront.owner(of: file, as: GatheredWrites.self)?
                    .write(bytes, count, at: offset) ?? SQLITE_MISUSE
            }
            methods.xRead = { file, bytes, count, offset in
                FileFront.owner(of: file, as: GatheredWrites.self)?
                    .handOn { $0.read(bytes, count, at: offset) } ?? SQLITE_MISUSE
            }
            methods.xSync = { file, flags in
                FileFront.owner(of: file, as: GatheredWrites.self)?
                    .handOn { $0.sync(flags) } ?? SQLITE_MISUSE
            }
            methods.xTruncate = { file, size in
                FileFront.owner(of: file, as: GatheredWrites.self)?
                    .handOn { $0.truncate(size) } ?? SQLITE_MISUSE
            }
            methods.xFileSize = { file, size in
                FileFront.owner(of: file, as: GatheredWrites.self)?
                    .handOn { $0.size(size) } ?? SQLITE_MISUSE
            }
        }
    }

    deinit { gathered.deallocate() }

    /// Leaves both files to their own functions again; must be called before they are closed and
    /// before this is let go.
    func end() {
        log?.end()
        database?.end()
        log = nil
        database = nil
    }

    private func write(_ bytes: UnsafeRawPointer?, _ size: Int32, at offset: Int64) -> Int32 {
        let size = Int(size)
        if count > 0, offset != start + Int64(count) || count + size > Self.mostBytes {
            let code = handOn { _ in SQLITE_OK }
            guard code == SQLITE_OK else { return code }
        }
        guard let bytes, size <= Self.mostBytes else { return SQLITE_IOERR }
        if count == 0 { start = offset }
        (gathered + count).copyMemory(from: bytes, byteCount: size)
        count += size
        return SQLITE_OK
    }

    private func lock(_ first: Int32, _ count: Int32, _ flags: Int32) -> Int32 {
        guard let database else { return SQLITE_MISUSE }
        if first == Self.writeLock, flags & SQLITE_SHM_UNLOCK != 0 {
            // What of a transaction that was undone the file has or has not makes no difference.
            _ = handOn { _ in SQLITE_OK }
            self.count = 0
        }
        return database.lock(first, count, flags)
    }

    /// Hands on what was gathered, and then does what needs it.
    private func handOn(_ next: (FileFront) -> Int32) -> Int32 {
        guard let log else { return SQLITE_MISUSE }
        if count > 0 {
            let code = log.write(gathered, Int32(count), at: start)
            guard code == SQLITE_OK else { return code }
            count = 0
        }
        return next(log)
    }

    /// Which lock whoever writes holds: https://www.sqlite.org/walformat.html, section 2.3.
    private static let writeLock: Int32 = 0
}
