import Foundation

/// Calls that another process makes: lanes side by side, each lane one call after the other.
struct Batch: Codable, Sendable {
    let storage: Storage
    let keys: String
    let lanes: [[PlannedCall]]

    func write(to path: String) throws {
        try JSONEncoder().encode(self).write(to: URL(filePath: path))
    }

    static func read(_ path: String) throws -> Batch {
        try JSONDecoder().decode(Batch.self, from: Data(contentsOf: URL(filePath: path)))
    }
}

/// One answer, as the process that got it tells it.
struct Acknowledgement: Codable, Sendable {
    let lane: Int
    let index: Int
    let attempts: [Attempt]
}
