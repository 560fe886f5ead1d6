public import Contract

extension GuardianService {
    /// Tells that the server is ready to serve.
    public func health() async throws -> API.Guardian.Health {
        try await purser.call(API.Guardian.health)
    }

    /// Tells that the server is ready to serve; a browser is sent to the web app.
    public func root() async throws -> API.Guardian.Health {
        try await purser.call(API.Guardian.root)
    }
}
