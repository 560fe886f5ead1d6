extension SessionService {
    /// Keeps a session that began; the one it takes the place of ends on the server as well.
    ///
    /// - Throws: ``PurserError`` `storage`; then the session is over, on the server too, and
    ///   whoever was signed in before still is.
    func keep(_ answer: TokenAnswer) async throws {
        let client = purser.client
        do {
            let former = try await client.keeper.begin(answer)
            // What cannot be removed now, a store removes before it serves the new member.
            try? await client.memberStores.forget(exceptOf: StoredSession(answer, id: "").owner)
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
