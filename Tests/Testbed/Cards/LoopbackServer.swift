public import Hummingbird

/// Runs `work` with a server on a free port of the loopback address, which is gone afterwards.
///
/// `respond` answers every request; `work` is told where the server is.
public func withLoopbackServer<R>(
    respond: @escaping @Sendable (Request) async throws -> Response,
    _ work: (_ url: String) async throws -> R
) async throws -> R {
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    async let _: Void = serve(respond, found)
    guard let port = await ports.first(where: { _ in true }) else { throw NotListening() }
    return try await work("http://127.0.0.1:\(port)")
}

/// Serves until it is cancelled; tells the port.
private func serve(
    _ respond: @escaping @Sendable (Request) async throws -> Response,
    _ found: AsyncStream<Int>.Continuation
) async {
    defer { found.finish() }
    let application = Application(
        responder: CallbackResponder<BasicRequestContext> { request, _ in
            try await respond(request)
        },
        configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { channel in
            if let port = channel.localAddress?.port { found.yield(port) }
        },
        logger: LogRecorder().logger
    )
    try? await application.run()
}

/// A server that could not listen.
struct NotListening: Error {}
