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
        try await Installation.with(storage) { installation in
            try await SQLiteDatabase.withCopy(of: file) { backup in
                try await Self.fill(installation.database, from: backup)
            }
            let report = try await installation.operations.ledger.verifyBooks()
            try report.requireFit()
            print("restored and verified: \(report.households) households, \(report.links) links")
        }
    }

    /// Writes everything in one transaction: a restore that is cut off has restored nothing.
    private static func fill(_ target: any Database, from source: SQLiteDatabase) async throws {
        let now = SystemTime.now()
        let dialect = target.dialect
        try await target.exclusively { session in
            guard try CopyEverything.isEmpty(in: session) else {
                throw ValidationError("the database is not empty; restore into a new one")
            }
            try CopyEverything.begin(in: session)
            for table in Table.all { try copy(table, of: source, into: session, now: now) }
            try CopyEverything.continueNumbers(of: dialect, in: session)
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
        let report = try await SQLiteDatabase.withCopy(of: file) { copy in
            try await Operations(
                database: copy,
                passwords: operations.identity.passwords,
                tokens: operations.identity.tokens,
                banks: operations.banking.banks
            ).ledger.verifyBooks()
        }
        try report.requireFit(of: "the copy ")
        return report
    }
}

extension SQLiteDatabase {
    /// Opens a copy of a file with everything in it, because opening a file may change it.
    fileprivate static func withCopy<Result>(
        of file: String,
        _ work: (SQLiteDatabase) async throws -> Result
    ) async throws -> Result {
        let folder = try WorkFolder()
        defer { folder.remove() }
        let path = folder.file("copy.db")
        try FileManager.default.copyItem(atPath: file, toPath: path)
        let copy = try SQLiteDatabase(path: path)
        return try await copy.closing {
            try await copy.read { try Migrator(Migrations.all).verify($0) }
            return try await work(copy)
        }
    }
}
