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
        discussion: "The database may be of either engine, whichever the backup was made of."
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
            let folder = FileManager.default.temporaryDirectory
                .appending(path: "purser-restore-\(ProcessInfo.processInfo.processIdentifier)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            let copy = folder.appending(path: "backup.db").path
            try FileManager.default.copyItem(atPath: file, toPath: copy)
            try await Self.fill(installation.database, from: copy)
            let report = try await installation.operations.verifyBooks()
            if let fault = report.firstFault {
                print("does not fit: \(fault)")
                throw ExitCode(1)
            }
            print("restored and verified: \(report.households) households, \(report.links) links")
        }
    }

    private static func fill(_ target: any Database, from file: String) async throws {
        guard try await target.read({ try CopyEverything.isEmpty(in: $0) }) else {
            throw ValidationError("the database is not empty; restore into a new one")
        }
        let source = try SQLiteDatabase(path: file)
        do {
            try await source.read { try Migrator(Migrations.all).verify($0) }
            for table in Table.all {
                var offset = 0
                while let page = try await page(of: table, from: offset, source) {
                    try await target.write { try CopyEverything.write(page, in: $0) }
                    offset += page.rows.count
                }
            }
            let dialect = target.dialect
            try await target.write { try CopyEverything.continueNumbers(of: dialect, in: $0) }
            await source.close()
        } catch {
            await source.close()
            throw error
        }
    }

    private static func page(
        of table: Table,
        from offset: Int,
        _ source: SQLiteDatabase
    ) async throws -> TablePage? {
        try await source.read { try CopyEverything.page(of: table, from: offset, in: $0) }
    }
}

extension Installation {
    /// Opens a copy of everything and verifies it.
    func verified(copy file: String) async throws -> BooksReport {
        let copy = try SQLiteDatabase(path: file)
        let operations = Operations(
            database: copy,
            passwords: operations.passwords,
            tokens: operations.tokens,
            idempotencyKey: keys.idempotency
        )
        let report: BooksReport
        do {
            try await copy.read { try Migrator(Migrations.all).verify($0) }
            report = try await operations.verifyBooks()
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
