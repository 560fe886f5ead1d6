import SQL

extension Database {
    /// Does something with the database, and closes it however that ends.
    func closing<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            let result = try await work()
            await close()
            return result
        } catch {
            await close()
            throw error
        }
    }
}
