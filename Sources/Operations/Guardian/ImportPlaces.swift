import Guardian
import Kernel
import SQL
import Store

extension GuardianOperations {
    /// Adds the places of a comma separated file to those that location checks are held against;
    /// all of them or none.
    ///
    /// A place that is there already, by its name and position, gets the kind it has now.
    ///
    /// - Returns: How many places the file has.
    /// - Throws: `CSVReader.Fault` with the line and what is wrong there; `DatabaseError`.
    public func importPlaces(_ text: String) async throws -> Int {
        let places = try Place.read(text)
        try await database.exclusively { session in
            for place in places { try Places.set(place, in: session) }
        }
        return places.count
    }
}
