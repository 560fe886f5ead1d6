import ArgumentParser
import Foundation
import Kernel
import Operations
import Providers
import SQL
import SQLiteDriver
import Server
import Store

/// Fills an empty database from a backup, and verifies it.
struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fills an empty database from a backup, and verifies it.",
        discussion: """
            The database may be of either engine, whichever the backup was made of. Everybody \
            signs in again: sessions have ended, and codes and invitations are worth nothing.
            """
    )

    @OptionGroup var storage: StorageFlags
    @Argument(help: "The backup.") var file: String

    func run() async throws {
        guard FileManager.default.fileExists(atPath: file) else {
            throw ValidationError("\(file) is not there")
        }
        let settings = try await Settings(storage)
        try await Installation.with(settings) { installation in
            // The backup is read from a copy, because opening a database file may change it.
            let folder = try WorkFolder()
            defer { folder.remove() }
            let copy = folder.file("backup.db")
            try FileManager.default.copyItem(atPath: file, toPath: copy)
            try await Self.fill(installation.database, from: copy)
            let report = try await installation.operations.ledger.verifyBooks()
            if let fault = report.firstFault {
                print("does not fit: \(fault)")
                throw ExitCode(1)
            }
            print("restored and verified: \(report.households) households, \(report.links) links")
        }
    }

    /// Writes everything in one transaction: a restore that is cut off has restored nothing.
    private static func fill(_ target: any Database, from file: String) async throws {
        let source = try SQLiteDatabase(path: file)
        let now = SystemTime.now()
        do {
            try await source.read { try Migrator(Migrations.all).verify($0) }
            let dialect = target.dialect
            try await target.exclusively { session in
                guard try CopyEverything.isEmpty(in: session) else {
                    throw ValidationError("the database is not empty; restore into a new one")
                }
                try CopyEverything.begin(in: session)
                for table in Table.all { try copy(table, of: source, into: session, now: now) }
                try CopyEverything.continueNumbers(of: dialect, in: session)
            }
            await source.close()
        } catch {
            await source.close()
            throw error
        }
    }

    private static func copy(
        _ table: Table,
        of source: SQLiteDatabase,
        into session: any Session,
        now: Timestamp
    ) throws {
        var last: [Value]?
        while true {
            let after = last
            let page = try blocking {
                try await source.read { try CopyEverything.page(of: table, after: after, in: $0) }
            }
            guard let page else { return }
            try CopyEverything.write(page.withoutGrants(now: now), in: session)
            last = page.lastKey
        }
    }
}

extension Installation {
    /// Opens a copy of everything and verifies it.
    func verified(copy file: String) async throws -> BooksReport {
        let folder = try WorkFolder()
        defer { folder.remove() }
        // Opening a database file may change it, so a copy of the copy is opened.
        let path = folder.file("copy.db")
        try FileManager.default.copyItem(atPath: file, toPath: path)
        let copy = try SQLiteDatabase(path: path)
        let operations = try Operations(
            database: copy,
            passwords: operations.identity.passwords,
            tokens: operations.identity.tokens
        )
        let report: BooksReport
        do {
            try await copy.read { try Migrator(Migrations.all).verify($0) }
            report = try await operations.ledger.verifyBooks()
        } catch {
            await copy.close()
            throw error
        }
        await copy.close()
        if let fault = report.firstFault {
            print("the copy does not fit: \(fault)")
            throw ExitCode(1)
        }
        return report
    }
}
