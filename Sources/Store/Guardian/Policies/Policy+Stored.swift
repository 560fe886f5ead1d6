import Foundation
public import Guardian
import SQL

extension PolicyCondition {
    /// Reads a condition as it is stored.
    ///
    /// - Throws: `DatabaseError` `corrupt`.
    init(stored json: String) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
        } catch {
            throw DatabaseError(.corrupt, "a policy's condition cannot be read")
        }
    }
}

extension Policy {
    /// Reads a policy as it is stored.
    ///
    /// - Throws: `DatabaseError` `corrupt`.
    public init(stored json: String) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
        } catch {
            throw DatabaseError(.corrupt, "a policy cannot be read")
        }
    }
}
