import ArgumentParser
import Foundation
import Kernel
import Operations
import SQL
import SQLiteDriver
import Server
import Store

/// Copies everything that is stored into one file, and verifies the copy.
struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copies everything into one file while the server serves, and verifies it.",
        discussion: """
            The file is an SQLite database, whichever engine it comes from. The key file is not in \
            it: keep that apart.
            """
    )

    @OptionGroup var storage: StorageFlags
    @Argument(help: "The file to make; it must not be there yet.") var file: String

    func run() async throws {
        guard !FileManager.default.fileExists(atPath: file) else {
            throw ValidationError("\(file) is there already")
        }
        let settings = try await Settings(storage)
        try await Installation.with(settings) { installation in
            if let sqlite = installation.database as? SQLiteDatabase {
                try await sqlite.backup(to: file)
            } else {
                try await Self.copy(installation.database, to: file)
            }
            let report = try await installation.verified(copy: file)
            print("backed up and verified: \(report.households) households, \(report.links) links")
        }
    }

    /// Copies one snapshot of a database of another engine into a new file.
    private static func copy(_ source: any Database, to file: String) async throws {
        let draft = "\(file).part"
        try? FileManager.default.removeItem(atPath: draft)
        let target = try SQLiteDatabase(path: draft)
        do {
            try await Migrator(Migrations.all).migrate(target, now: SystemTime.now())
            let pages = PageRelay(target)
            try await source.read { session in
                try CopyEverything.read(in: session) { try pages.write($0) }
            }
            await target.close()
            try FileManager.default.moveItem(atPath: draft, toPath: file)
        } catch {
            await target.close()
            try? FileManager.default.removeItem(atPath: draft)
            throw error
        }
    }
}

/// Hands pages from the thread that reads them to the database that keeps them.
///
/// A snapshot lives only inside one synchronous closure, on a thread of the driver's own, so that
/// thread may wait here until its page is durable.
private struct PageRelay: Sendable {
    private let target: any Database

    init(_ target: any Database) {
        self.target = target
    }

    func write(_ page: TablePage) throws {
        let done = DispatchSemaphore(value: 0)
        let outcome = Outcome()
        Task { [target] in
            do {
                try await target.write { try CopyEverything.write(page, in: $0) }
                outcome.set(.success(()))
            } catch {
                outcome.set(.failure(error))
            }
            done.signal()
        }
        done.wait()
        try outcome.get()
    }
}
