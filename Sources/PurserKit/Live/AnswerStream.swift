import Contract
import Kernel
import Synchronization

/// Asks one question, once, and reads its answer while it is written.
struct AnswerStream: Sendable {
    let client: Client
    let options: CallOptions
    let call: PreparedCall
    private let tell: @Sendable (AnswerPiece) -> Void
    /// When something was heard last.
    private let position = EventPosition(after: nil)

    /// Prepares a question.
    ///
    /// - Throws: ``PurserError`` `invalid`.
    init(
        _ question: API.Insights.AiChatRequest,
        client: Client,
        options: CallOptions,
        _ tell: @escaping @Sendable (AnswerPiece) -> Void
    ) throws {
        self.client = client
        self.options = options
        self.tell = tell
        let key = options.idempotencyKey ?? client.time.newName()
        call = try PreparedCall(Self.endpoint, question, idempotencyKey: key)
    }

    /// Tells the answer to its end.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    func run() async throws {
        do {
            try await ask()
            await client.cache.forget(after: call)
        } catch {
            // What was not refused for certain may have been done.
            if (error as? PurserError)?.changedNothing != true {
                await client.cache.forget(after: call)
            }
            throw error
        }
    }

    private func ask() async throws {
        let owner = try await client.keeper.member()
        let response = try await client.open(call, options, accept: Self.mediaType)
        guard try await client.keeper.owner() == owner else { throw PurserError.signedOut }
        let started = client.time.uptime()
        position.open(at: started)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await read(response) }
            group.addTask { try await watchTime(from: started, response) }
            group.addTask { try await watchSession(of: owner) }
            group.addTask { try await client.appLifecycle.untilOver() }
            try await group.next()
        }
    }

    private func read(_ response: StreamedResponse) async throws {
        let type = response.headers["Content-Type"]?.lowercased() ?? ""
        guard type.hasPrefix(Self.mediaType) else { return try await readWhole(response) }
        let limit = client.configuration.maximumAnswerBytes
        var parser = ServerSentEventParser(maximumBytes: limit)
        var bytes = 0
        do {
            for try await piece in response.pieces {
                position.hear(at: client.time.uptime())
                bytes += piece.count
                guard bytes <= limit else { throw NetworkFailure.tooLarge }
                for event in try parser.take(piece) {
                    if try take(event, response) { return }
                }
            }
        } catch let error as PurserError {
            throw error
        } catch {
            throw Self.brokenOff(by: try Client.failure(error), response)
        }
        try Task.checkCancellation()
        throw Self.brokenOff(by: .connectionLost, response)
    }

    /// Reads the answer where it is told at once: one that was stored before, or one that a
    /// transport cannot tell piece by piece.
    private func readWhole(_ response: StreamedResponse) async throws {
        let whole: TransportResponse
        do {
            whole = try await response.whole(upTo: client.configuration.maximumAnswerBytes)
        } catch {
            throw Self.brokenOff(by: try Client.failure(error), response)
        }
        tell(.conversation(try Self.endpoint.read(whole)))
    }

    /// Takes one event.
    ///
    /// - Returns: Whether it was the last.
    private func take(_ event: ServerSentEvent, _ response: StreamedResponse) throws -> Bool {
        let body = TransportResponse(
            status: Self.endpoint.status,
            headers: response.headers,
            body: Array(event.data.utf8)
        )
        switch event.kind {
        case "delta": tell(.text(try Self.text(of: body)))
        // Without a text, what was told is withdrawn and the answer begins anew.
        case "replace": tell(.replacement(try Self.text(of: body, orElse: "")))
        case "message":
            tell(.conversation(try Self.endpoint.read(body)))
            return true
        case "error": throw Self.refusal(body)
        // What a later server tells besides is for later clients.
        default: break
        }
        return false
    }

    /// Gives up an answer of which nothing is heard any more, or that never ends.
    private func watchTime(from started: Duration, _ response: StreamedResponse) async throws {
        while true {
            let end = min(position.heard + Self.longestSilence, started + Self.longestAnswer)
            let rest = end - client.time.uptime()
            guard rest > .zero else { throw Self.brokenOff(by: .timedOut, response) }
            try await client.time.alarm(rest)
        }
    }

    /// Ends with the session, so that no member reads what another one asked.
    private func watchSession(of owner: String) async throws {
        for await state in client.keeper.state.values {
            guard state == .unknown || state == .signedIn(owner: owner) else {
                throw PurserError.signedOut
            }
        }
        throw CancellationError()
    }

    private static func text(
        of body: TransportResponse,
        orElse missing: String? = nil
    ) throws -> String {
        let json: JSON
        do { json = try JSONParser.parse(body.body) } catch {
            throw PurserError(unreadable: body, because: error)
        }
        guard let text = json["text"] else {
            if let missing { return missing }
            throw PurserError(unreadable: body, because: nil)
        }
        guard let text = text.string else { throw PurserError(unreadable: body, because: nil) }
        return text
    }

    /// The refusal that an event tells: the body that an answer of its status would have.
    private static func refusal(_ body: TransportResponse) -> PurserError {
        let code = (try? JSONParser.parse(body.body))?["error"]?["code"]?.string
        var body = body
        // An event has no status of its own: it is the first one that a refusal of its code has.
        body.status = Problem.Kind.allCases.first { $0.code == code }?.status ?? 500
        return PurserError(body)
    }

    /// An answer that ended before it was whole.
    private static func brokenOff(
        by failure: NetworkFailure,
        _ response: StreamedResponse
    ) -> PurserError {
        PurserError(
            .network(failure),
            "The answer broke off (\(failure)); whether it was stored is not known",
            traceID: response.headers["X-Request-Trace"]
        )
    }

    private static let endpoint = API.Insights.sendMessage
    private static let mediaType = "text/event-stream"
    /// As long as a stream of events may be silent.
    private static let longestSilence = Duration.seconds(45)
    /// A server of ours tells an answer within a minute.
    private static let longestAnswer = Duration.seconds(120)
}
