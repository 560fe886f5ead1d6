import CSQLite
import Dispatch
import Foundation
import Synchronization

/// A file system under SQLite that fails, or waits, where a test says so.
///
/// It stands before the real one for every file of the process and changes nothing for a path that
/// no test has named.
enum FaultyFiles {
    /// What SQLite asks of a file.
    enum Call: Hashable, Sendable {
        /// Puts bytes into it.
        case write
        /// Waits until the disk has them.
        case sync
    }

    /// What a test wants to happen to a file.
    private struct Plan {
        var failures: [Call: Failure] = [:]
        var gate: Gate?
        var syncs = 0
        var failed = 0

        /// The code a call fails with, now.
        mutating func code(of call: Call) -> Int32 {
            guard let failure = failures[call], failure.applies() else { return SQLITE_OK }
            failed += 1
            return failure.code
        }
    }

    private struct Failure {
        let code: Int32
        let applies: @Sendable () -> Bool
    }

    /// Where a call waits until the test lets it on.
    struct Gate: Sendable {
        fileprivate let arrived: AsyncStream<Void>.Continuation
        fileprivate let open = DispatchSemaphore(value: 0)
    }

    private struct State {
        var plans: [String: Plan] = [:]
        /// The path of each open file that has a plan, by SQLite's handle.
        var paths: [UInt: String] = [:]
        /// The real methods of each open file.
        var methods: [UInt: sqlite3_io_methods] = [:]
    }

    private static let state = Mutex(State())
    private static let isInstalled: Bool = install()

    /// Follows what happens to a file; before it is opened.
    static func follow(_ path: String) {
        precondition(isInstalled, "SQLite takes the file system")
        state.withLock { $0.plans[path] = Plan() }
    }

    /// How often the disk was waited for.
    static func syncs(of path: String) -> Int { state.withLock { $0.plans[path]?.syncs ?? 0 } }

    /// How many calls have failed because a test wanted it.
    static func failures(of path: String) -> Int { state.withLock { $0.plans[path]?.failed ?? 0 } }

    /// Lets a call fail with SQLite's code while a condition holds, or work again.
    static func fail(
        _ call: Call,
        of path: String,
        with code: Int32?,
        while applies: @escaping @Sendable () -> Bool = { true }
    ) {
        state.withLock { state in
            state.plans[path]?.failures[call] = code.map { Failure(code: $0, applies: applies) }
        }
    }

    /// Runs `work`, and `check` while the next sync of a file waits for it.
    static func duringSync(
        of path: String,
        _ work: () async throws -> Void,
        whileWaiting check: () async throws -> Void
    ) async rethrows {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let gate = Gate(arrived: arrived)
        state.withLock { $0.plans[path]?.gate = gate }
        defer { gate.open.signal() }
        try await work()
        for await _ in arrivals { break }
        try await check()
    }
}

// MARK: - Between SQLite and the real file system

extension FaultyFiles {
    private static func install() -> Bool {
        guard let real = sqlite3_vfs_find(nil) else { return false }
        // Lives as long as the process, as SQLite requires.
        let faulty = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        faulty.initialize(to: real.pointee)
        faulty.pointee.zName = UnsafePointer(strdup("faulty"))
        faulty.pointee.pNext = nil
        faulty.pointee.xOpen = { vfs, name, file, flags, outFlags in
            guard let file, let real = sqlite3_vfs_find("unix") else { return SQLITE_CANTOPEN }
            let code = real.pointee.xOpen(real, name, file, flags, outFlags)
            if code == SQLITE_OK, let name { FaultyFiles.opened(file, String(cString: name)) }
            return code
        }
        return sqlite3_vfs_register(faulty, 1) == SQLITE_OK
    }

    /// Stands before the methods of a file that a test follows.
    private static func opened(_ file: UnsafeMutablePointer<sqlite3_file>, _ path: String) {
        guard let methods = file.pointee.pMethods else { return }
        let key = UInt(bitPattern: file)
        let isFollowed = state.withLock { state in
            guard state.plans[path] != nil else { return false }
            state.paths[key] = path
            state.methods[key] = methods.pointee
            return true
        }
        guard isFollowed else { return }
        let faulty = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        faulty.initialize(to: methods.pointee)
        faulty.pointee.xWrite = { file, bytes, count, offset in
            let code = FaultyFiles.before(.write, file)
            guard code == SQLITE_OK, let real = FaultyFiles.real(file) else { return code }
            return real.xWrite(file, bytes, count, offset)
        }
        faulty.pointee.xSync = { file, flags in
            let code = FaultyFiles.before(.sync, file)
            guard code == SQLITE_OK, let real = FaultyFiles.real(file) else { return code }
            return real.xSync(file, flags)
        }
        faulty.pointee.xClose = { file in
            guard let file, let real = FaultyFiles.real(file) else { return SQLITE_IOERR }
            FaultyFiles.closed(file)
            return real.xClose(file)
        }
        file.pointee.pMethods = UnsafePointer(faulty)
    }

    private static func real(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods? {
        state.withLock { $0.methods[UInt(bitPattern: file)] }
    }

    private static func closed(_ file: UnsafeMutablePointer<sqlite3_file>) {
        file.pointee.pMethods.map { UnsafeMutablePointer(mutating: $0).deallocate() }
        state.withLock { state in
            state.paths[UInt(bitPattern: file)] = nil
            state.methods[UInt(bitPattern: file)] = nil
        }
    }

    /// What the test wants to happen: a code, perhaps after waiting.
    private static func before(_ call: Call, _ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
        let (code, gate) = state.withLock { state -> (Int32, Gate?) in
            guard let path = state.paths[UInt(bitPattern: file)] else { return (SQLITE_OK, nil) }
            let code = state.plans[path]?.code(of: call) ?? SQLITE_OK
            guard call == .sync else { return (code, nil) }
            state.plans[path]?.syncs += 1
            defer { state.plans[path]?.gate = nil }
            return (code, state.plans[path]?.gate)
        }
        if let gate {
            gate.arrived.yield()
            gate.open.wait()
        }
        return code
    }
}
