extension SessionService {
    /// Keeps a session that began; the one it takes the place of ends on the server as well.
    ///
    /// - Throws: ``PurserError`` `storage`; then the session is over, on the server too, and
    ///   whoever was signed in before still is.
    func keep(_ answer: TokenAnswer) async throws {
        let client = purser.client
        do {
            let former = try await client.keeper.begin(answer)
            let owner = StoredSession(answer, id: "").owner
            if former?.owner != owner {
                // What cannot be removed now, the store removes before it writes anything else.
                try? await client.forget(exceptOf: owner)
            }
            guard let former,
                // New tokens may be of the very session that the former ones were of.
                let ended = TokenClaims(of: former.accessToken)?.session,
                ended != TokenClaims(of: answer.accessToken)?.session
            else { return }
            client.signOutTasks.run { await client.endOnServer(former) }
        } catch {
            await client.endOnServer(StoredSession(answer, id: ""))
            throw error
        }
    }
}
