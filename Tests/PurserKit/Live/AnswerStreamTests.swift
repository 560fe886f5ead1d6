import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("An answer that is told while it is written")
struct AnswerStreamTests {
    private let time = StreamTime()

    private func client(
        _ transport: any Transport,
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws -> Purser {
        var configuration = Configuration.test
        change(&configuration)
        return try Purser(configuration, transport, MemoryTokenStore.signedIn(), time.keeper)
    }

    /// What an answer tells, and what it ends with.
    private func outcome(
        of purser: Purser
    ) async -> (pieces: [AnswerPiece], error: PurserError?) {
        var pieces: [AnswerPiece] = []
        do {
            for try await piece in purser.insights.answer(to: "How much?") { pieces.append(piece) }
            return (pieces, nil)
        } catch {
            return (pieces, error as? PurserError)
        }
    }

    private static let conversation = API.Insights.sendMessage.answers

    private static func event(_ kind: String, _ data: String) -> String {
        "event: \(kind)\ndata: \(data)\n\n"
    }

    /// The event of the stored conversation.
    private static func last() throws -> String {
        event("message", String(decoding: try WireEncoder.bytes(conversation), as: UTF8.self))
    }

    @Test("comes in pieces and replacements, and ends with the conversation")
    func pieces() async throws {
        let text =
            ": hello\n\n" + Self.event("delta", #"{"text":"You spent "}"#)
            + Self.event("delta", #"{"text":"£ 5 at Café Été."}"#)
            + Self.event("replace", #"{"text":"You spent $5.00."}"#)
            + Self.event("later", "anything")
            + Self.event("replace", "{}")
            + (try Self.last())
        // What comes behind the last piece is not read.
        let transport = StreamingTransport(
            .stream([text, Self.event("delta", #"{"text":"x"}"#)], .stays)
        )
        let purser = try client(transport)
        let question = purser.insights.answer(
            to: "How much?",
            in: Self.conversation.conversationID,
            truncatingFrom: Self.conversation.messages[0].id
        )
        var pieces: [AnswerPiece] = []
        for try await piece in question { pieces.append(piece) }
        #expect(
            pieces == [
                .text("You spent "), .text("£ 5 at Café Été."), .replacement("You spent $5.00."),
                .replacement(""), .conversation(Self.conversation),
            ]
        )
        #expect(transport.requests.count == 1)
        let request = try #require(transport.requests.first)
        let body = API.Insights.AiChatRequest(
            message: "How much?",
            conversationID: Self.conversation.conversationID,
            truncateFromMessageID: Self.conversation.messages[0].id
        )
        #expect(request.method == .post && request.target == "/ai/chat")
        #expect(request.headers["Accept"] == "text/event-stream")
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(request.headers["Authorization"] == "Bearer a-token")
        #expect(request.headers["Idempotency-Key"]?.isEmpty == false)
        #expect(try request.body == WireEncoder.bytes(body))
    }

    @Test("is the same in whatever pieces its bytes arrive", arguments: 1...10)
    func cuts(seed: UInt64) async throws {
        let chance = Chance(seed: seed)
        let text =
            Self.event("delta", #"{"text":"Café "}"#) + Self.event("delta", #"{"text":"Été"}"#)
            + (try Self.last())
        var bytes = Array(text.utf8)[...]
        var cuts: [[UInt8]] = []
        while !bytes.isEmpty {
            let count = min(bytes.count, 1 + chance.number(below: 40))
            cuts.append(Array(bytes.prefix(count)))
            bytes = bytes.dropFirst(count)
        }
        let step = StreamingTransport.Step { [cuts] _ in
            let pieces = AsyncThrowingStream<[UInt8], any Error> { pipe in
                for cut in cuts { pipe.yield(cut) }
                pipe.finish()
            }
            return StreamedResponse(
                status: 200,
                headers: ["Content-Type": "text/event-stream; charset=utf-8"],
                pieces: pieces
            )
        }
        let told = await outcome(of: try client(StreamingTransport(step)))
        #expect(told.error == nil)
        #expect(
            told.pieces == [.text("Café "), .text("Été"), .conversation(Self.conversation)]
        )
    }

    @Test("is an error that says so when it breaks off, and is not asked for again")
    func brokenOff() async throws {
        let piece = Self.event("delta", #"{"text":"You spent "}"#)
        let half = String(try Self.last().dropLast(20))
        for step in [
            StreamingTransport.Step.stream([piece]), .stream([piece, half]),
            .stream([piece, half], .breaks),
        ] {
            let transport = StreamingTransport(step)
            let told = await outcome(of: try client(transport))
            #expect(told.pieces == [.text("You spent ")])
            #expect(told.error?.kind == .network(.connectionLost))
            #expect(told.error?.message.contains("whether it was stored is not known") == true)
            #expect(told.error?.isFinal == false)
            #expect(transport.requests.count == 1)
            #expect(time.delays.isEmpty)
        }
    }

    @Test(
        "is refused before it begins as any call is",
        arguments: [
            (400, .invalid), (403, .forbidden), (404, .notFound), (409, .conflict),
            (429, .rateLimited), (503, .server),
        ] as [(Int, PurserError.Kind)]
    )
    func refusals(status: Int, kind: PurserError.Kind) async throws {
        let transport = StreamingTransport(.answer(status))
        let told = await outcome(of: try client(transport))
        #expect(told.pieces.isEmpty)
        #expect(told.error?.kind == kind && told.error?.status == status)
        #expect(transport.requests.count == 1)
    }

    @Test(
        "ends with the refusal that the stream tells",
        arguments: [
            ("AI_UNAVAILABLE", .server, 503), ("CONFLICT", .conflict, 409),
            ("UNAUTHENTICATED", .unauthorized, 401), ("INTERNAL", .server, 500),
            ("NEW_WORD", .server, 500),
        ] as [(String, PurserError.Kind, Int)]
    )
    func refusalInStream(code: String, kind: PurserError.Kind, status: Int) async throws {
        let body = #"{"error":{"code":"\#(code)","message":"no"},"traceId":"t-1"}"#
        let transport = StreamingTransport(
            .stream([Self.event("delta", #"{"text":"a"}"#), Self.event("error", body)], .stays)
        )
        let told = await outcome(of: try client(transport))
        #expect(told.pieces == [.text("a")])
        #expect(told.error?.kind == kind && told.error?.status == status)
        #expect(told.error?.code == code && told.error?.traceID == "t-1")
        #expect(transport.requests.count == 1)
    }

    @Test("is an error when it is none that this app understands")
    func unreadable() async throws {
        for (text, kind) in [
            ("event: delta\ndata: {\n\n", PurserError.Kind.network(.damaged)),
            ("event: delta\ndata: {}\n\n", .decoding),
            ("event: delta\ndata: {\"text\":1}\n\n", .decoding),
            ("event: message\ndata: {\"messages\":[]}\n\n", .decoding),
            ("event: error\ndata: nothing\n\n", .server),
        ] {
            let told = await outcome(of: try client(StreamingTransport(.stream([text], .stays))))
            #expect(told.pieces.isEmpty)
            #expect(told.error?.kind == kind, "\(text)")
        }
        let page = StreamingTransport(.stream(["<html>"], type: "text/html"))
        #expect(await outcome(of: try client(page)).error?.kind == .network(.intercepted))
    }

    @Test("has so many bytes at most, in one piece or in many")
    func bounds() async throws {
        let small = Self.event("delta", #"{"text":"x"}"#)
        for step in [
            StreamingTransport.Step.stream([String(repeating: small, count: 100)], .stays),
            .stream(Array(repeating: small, count: 100), .stays),
            .stream([": " + String(repeating: "x", count: 2_000)], .stays),
            .stream([String(repeating: "x", count: 2_000)], type: "application/json"),
        ] {
            let purser = try client(StreamingTransport(step)) { $0.maximumAnswerBytes = 1_000 }
            #expect(await outcome(of: purser).error?.kind == .network(.tooLarge))
        }
    }

    @Test("is the conversation alone where it is told at once")
    func whole() async throws {
        let body = String(decoding: try WireEncoder.bytes(Self.conversation), as: UTF8.self)
        let stream = StreamingTransport(.stream([body], type: "application/json; charset=utf-8"))
        for transport in [stream, PreviewTransport()] as [any Transport] {
            let told = await outcome(of: try client(transport))
            #expect(told.pieces == [.conversation(Self.conversation)])
            #expect(told.error == nil)
        }
    }

    @Test("is asked for once more with a new token when the token was refused")
    func renewal() async throws {
        let scene = try SessionScene()
        let old = try await scene.signIn()
        scene.server.forgetAccess()
        let answer = Self.event("delta", #"{"text":"a"}"#) + (try Self.last())
        let transport = AskedServer(
            calls: scene.server,
            streams: StreamingTransport(.answer(401), .stream([answer]))
        )
        let purser = try Purser(.test, transport, scene.store, scene.time.keeper)
        let told = await outcome(of: purser)
        #expect(told.error == nil)
        #expect(told.pieces == [.text("a"), .conversation(Self.conversation)])
        let bearers = transport.streams.requests.map { $0.headers["Authorization"] }
        #expect(bearers.count == 2 && bearers[0] == "Bearer \(old.accessToken)")
        #expect(bearers[1] != bearers[0])
        let keys = Set(transport.streams.requests.map { $0.headers["Idempotency-Key"] })
        #expect(keys.count == 1 && !keys.contains(nil))
        #expect(scene.server.refreshes.count == 1)
    }

    @Test("is refused when the new token is refused too, and to nobody who is signed in")
    func noSession() async throws {
        let scene = try SessionScene()
        try await scene.signIn()
        let transport = AskedServer(
            calls: scene.server,
            streams: StreamingTransport(.answer(401), .answer(401), .answer(401))
        )
        let purser = try Purser(.test, transport, scene.store, scene.time.keeper)
        #expect(await outcome(of: purser).error?.kind == .unauthorized)
        #expect(transport.streams.requests.count == 2)
        let none = StreamingTransport()
        let stranger = try Purser(.test, none, MemoryTokenStore(), time.keeper)
        #expect(await outcome(of: stranger).error?.kind == .unauthorized)
        #expect(none.requests.isEmpty)
    }

    @Test("ends with the session, so that nobody else reads it")
    func signOut() async throws {
        let text = Self.event("delta", #"{"text":"a"}"#)
        let purser = try client(StreamingTransport(.stream([text], .stays)))
        var answer = purser.insights.answer(to: "How much?").makeAsyncIterator()
        #expect(try await answer.next() == .text("a"))
        try await purser.session.signOut()
        let error = await #expect(throws: PurserError.self) { try await answer.next() }
        #expect(error?.kind == .unauthorized)
    }

    @Test("ends with the client")
    func shutdown() async throws {
        let text = Self.event("delta", #"{"text":"a"}"#)
        let purser = try client(StreamingTransport(.stream([text], .stays)))
        var answer = purser.insights.answer(to: "How much?").makeAsyncIterator()
        #expect(try await answer.next() == .text("a"))
        await purser.shutdown()
        #expect(try await answer.next() == nil)
    }

    @Test("ends the call when nobody reads any more", arguments: [false, true])
    func cancellation(ofTask: Bool) async throws {
        let ended = Counter()
        let heard = Counter()
        let (stream, pipe) = AsyncThrowingStream.makeStream(
            of: [UInt8].self,
            throwing: (any Error).self
        )
        pipe.onTermination = { _ in ended.up() }
        pipe.yield(Array(Self.event("delta", #"{"text":"a"}"#).utf8))
        let transport = StreamingTransport(
            StreamingTransport.Step { _ in
                StreamedResponse(
                    status: 200,
                    headers: ["Content-Type": "text/event-stream"],
                    pieces: stream
                )
            }
        )
        let purser = try client(transport)
        let task = Task {
            for try await _ in purser.insights.answer(to: "How much?") {
                heard.up()
                if !ofTask { return }
            }
        }
        await until { heard.value == 1 }
        if ofTask { task.cancel() }
        try await task.value
        await until { ended.value == 1 }
        #expect(heard.value == 1)
        #expect(transport.requests.count == 1)
    }

    @Test("is given up when nothing is heard for 45 seconds, or after two minutes in any case")
    func silence() async throws {
        for isChatty in [false, true] {
            let (stream, pipe) = AsyncThrowingStream.makeStream(
                of: [UInt8].self,
                throwing: (any Error).self
            )
            let step = StreamingTransport.Step { _ in
                StreamedResponse(
                    status: 200,
                    headers: ["Content-Type": "text/event-stream"],
                    pieces: stream
                )
            }
            let time = TestTimekeeper()
            time.holds = true
            var keeper = time.keeper
            keeper.alarm = keeper.pause
            let tokens = MemoryTokenStore.signedIn()
            let purser = try Purser(.test, StreamingTransport(step), tokens, keeper)
            var answer = purser.insights.answer(to: "How much?").makeAsyncIterator()
            let start = time.uptime
            for second in isChatty ? [0, 40, 80, 119] : [0] {
                await time.untilWaiting(1)
                time.advance(by: start + .seconds(second) - time.uptime)
                pipe.yield(Array(Self.event("delta", #"{"text":"a"}"#).utf8))
                #expect(try await answer.next() == .text("a"))
            }
            await time.untilWaiting(1)
            time.advance(by: .seconds(isChatty ? 1 : 45))
            let error = await #expect(throws: PurserError.self) { try await answer.next() }
            #expect(error?.kind == .network(.timedOut))
            #expect(time.uptime == .seconds(isChatty ? 120 : 45))
        }
    }

    @Test("carries the name that the app gives the question")
    func intent() async throws {
        let last = try Self.last()
        let transport = StreamingTransport(.stream([]), .stream([last]))
        let purser = try client(transport).with { $0.idempotencyKey = "tap-1" }
        #expect(await outcome(of: purser).error != nil)
        #expect(await outcome(of: purser).error == nil)
        #expect(transport.requests.map { $0.headers["Idempotency-Key"] } == ["tap-1", "tap-1"])
    }
}
