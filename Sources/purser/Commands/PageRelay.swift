import SQL
import Store

/// Hands pages from the thread that reads them to the database that keeps them.
///
/// A snapshot lives only inside one synchronous closure, on a thread of the driver's own, so that
/// thread may wait here until its page is durable.
struct PageRelay: Sendable {
    let target: any Database

    func write(_ page: TablePage) throws {
        try blocking { [target] in
            try await target.write { try CopyEverything.write(page, in: $0) }
        }
    }
}
