public import PurserKit
public import Server

extension InProcessServer {
    /// A whole client of the server, in process, by the server's own clock unless said.
    public func app(
        configuration: Configuration = .test,
        tokens: any TokenStore = MemoryTokenStore(),
        time: TestTimekeeper? = nil
    ) throws -> Purser {
        try .test(
            transport(),
            configuration: configuration,
            tokens: tokens,
            time: time ?? TestTimekeeper(clock)
        )
    }
}

/// Runs `work` with a server over a new database of the engine, and a whole client of it.
public func withPurser<R>(
    _ engine: Engine,
    settings: ServerSettings = .unlimited,
    configuration: Configuration = .test,
    clock: TestClock = TestClock(),
    _ work: (InProcessServer, Purser) async throws -> R
) async throws -> R {
    try await withServer(engine, settings: settings, clock: clock) { server in
        let purser = try server.app(configuration: configuration)
        do {
            let result = try await work(server, purser)
            await purser.shutdown()
            return result
        } catch {
            await purser.shutdown()
            throw error
        }
    }
}
