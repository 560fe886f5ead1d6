import Contract
import Kernel
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@Suite("The events of a household")
struct EventFollowerTests {
    private let time = StreamTime()

    private func client(
        _ transport: StreamingTransport,
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws -> Purser {
        var configuration = Configuration.test
        change(&configuration)
        return try Purser(
            configuration,
            transport,
            MemoryTokenStore.signedIn(),
            time.keeper
        )
    }

    /// The first events of a stream.
    private func events(
        _ count: Int,
        after last: Int64? = nil,
        over transport: StreamingTransport
    ) async throws -> [GuardianEvent] {
        var events: [GuardianEvent] = []
        for try await event in try client(transport).live.events(after: last) {
            events.append(event)
            if events.count == count { break }
        }
        return events
    }

    private static func text(_ id: Int64, _ data: String = "x") -> String {
        "id: \(id)\nevent: test\ndata: \(data)\n\n"
    }

    private static func event(_ id: Int64?, _ data: String = "x") -> GuardianEvent {
        GuardianEvent(id: id, content: .other(kind: "test", body: data))
    }

    @Test("are read as what they are, and unknown ones stay readable")
    func kinds() async throws {
        let approval = API.Guardian.listApprovals.answers[0]
        let body = String(decoding: try WireEncoder.bytes(approval), as: UTF8.self)
        let transport = StreamingTransport(
            .stream([
                "id: 1\nevent: approval.requested\ndata: \(body)\n\n",
                "id: 2\nevent: approval.decided\ndata: \(body)\n\n",
                "id: 3\nevent: chore.done\ndata: {\"id\":1}\n\n",
                "id: 4\nevent: approval.decided\ndata: {\"id\":1}\n\n",
                "id: five\ndata: hello\n\n",
            ])
        )
        let events = try await events(5, over: transport)
        #expect(events.map(\.id) == [1, 2, 3, 4, nil])
        #expect(
            events.map(\.content) == [
                .approvalRequested(approval), .approvalDecided(approval),
                .other(kind: "chore.done", body: #"{"id":1}"#),
                .other(kind: "approval.decided", body: #"{"id":1}"#),
                .other(kind: "message", body: "hello"),
            ]
        )
        let request = try #require(transport.requests.first)
        #expect(request.target == "/guardian/events")
        #expect(request.headers["Accept"] == "text/event-stream")
        #expect(request.headers["Authorization"] == "Bearer a-token")
    }

    @Test("tell which parent was invited, joined or went")
    func parents() async throws {
        let ids = ["member", "by_member", "invitation"].enumerated().map { number, name in
            "\"\(name)_id\":\"00000000-0000-7000-8000-00000000000\(number)\""
        }
        let bodies = [
            ids[1...].joined(separator: ","), ids.joined(separator: ","),
            ids[..<2]
                .joined(separator: ","),
        ]
        let kinds = ["invited", "joined", "removed"]
        let texts = zip(kinds, bodies).map { kind, body in
            "id: 1\nevent: parent.\(kind)\ndata: {\(body)}\n\n"
        }
        let told = try await events(3, over: StreamingTransport(.stream(texts))).map(\.content)
        let changes = try bodies.map { body in
            try WireDecoder.decode(
                API.Guardian.ParentChange.self,
                from: JSONParser.parse("{\(body)}".utf8)
            )
        }
        #expect(
            told == [
                .parentInvited(changes[0]), .parentJoined(changes[1]), .parentRemoved(changes[2]),
            ]
        )
        #expect(changes.map { $0.memberID == nil } == [true, false, false])
        #expect(changes.map { $0.invitationID == nil } == [false, false, true])
    }

    @Test("tell which policy changed, and nothing of what it says")
    func policies() async throws {
        let id = "00000000-0000-7000-8000-000000000001"
        let body = #"{"policy_id":"\#(id)","state":"live","version":12}"#
        let transport = StreamingTransport(
            .stream([
                "id: 1\nevent: policy.changed\ndata: \(body)\n\n",
                "id: 2\nevent: policy.changed\ndata: {\"policy_id\":\"\(id)\"}\n\n",
            ])
        )
        let told = try await events(2, over: transport).map(\.content)
        let policy = try #require(ID<Entity.Policy>(id))
        #expect(
            told == [
                .policyChanged(.init(policyID: policy, state: .live, version: 12)),
                .other(kind: "policy.changed", body: "{\"policy_id\":\"\(id)\"}"),
            ]
        )
    }

    @Test("tell that records changed, under no number")
    func records() async throws {
        let transport = StreamingTransport(
            .stream([
                "id: 7\nretry: 100\n\n", "event: records_changed\ndata: {\"version\":41}\n\n",
                "event: records_changed\ndata: {\"version\":42}\n\n", Self.text(8),
            ])
        )
        let told = try await events(3, over: transport)
        let versions = [41, 42].map { GuardianEvent.Content.recordsChanged(.init(version: $0)) }
        #expect(told.prefix(2).map(\.content) == versions)
        #expect(told.last == Self.event(8))
    }

    @Test("go on behind the last one when a connection ends or breaks")
    func goingOn() async throws {
        let transport = StreamingTransport(
            .stream(["id: 40\nretry: 100\n\n"], .breaks),
            .stream([Self.text(41), Self.text(42), "id: 43\nevent: te"], .breaks),
            // A double, as something between might send one.
            .stream([Self.text(42), Self.text(43)]),
            .stream([Self.text(44)], .stays)
        )
        #expect(try await events(4, over: transport) == (41...44).map { Self.event($0) })
        #expect(transport.positions == [nil, "40", "42", "43"])
        #expect(time.delays == Array(repeating: .milliseconds(100), count: 3))
    }

    @Test("begin where the app says")
    func beginning() async throws {
        let transport = StreamingTransport(.stream([Self.text(8)]))
        #expect(try await events(1, after: 7, over: transport) == [Self.event(8)])
        // It asks again when the stream ends, unless nobody listens any more by then.
        #expect(transport.positions.first == "7")
    }

    @Test("are told again under a number that a restored server gave out anew")
    func restored() async throws {
        let transport = StreamingTransport(
            .stream([Self.text(9, "before")]),
            .stream([Self.text(5, "after"), Self.text(9, "other")])
        )
        let told = try await events(3, over: transport)
        #expect(told == [Self.event(9, "before"), Self.event(5, "after"), Self.event(9, "other")])
    }

    @Test("are neither lost nor doubled, wherever connections are cut", arguments: 1...10)
    func cuts(seed: UInt64) async throws {
        let count: Int64 = 120
        let chance = Chance(seed: seed)
        let step = StreamingTransport.Step { request in
            let last = request.headers["Last-Event-ID"].flatMap { Int64($0) } ?? 0
            let text = (1...count).filter { $0 > last }
                .map { Self.text($0, String(repeating: "é", count: Int($0 % 9))) }.joined()
            let bytes = Array((": hello\n\n" + text).utf8)
            let end = chance.number(below: min(bytes.count, 900) + 1)
            return StreamedResponse(
                status: 200,
                headers: ["Content-Type": "text/event-stream; charset=utf-8"],
                pieces: AsyncThrowingStream { pipe in
                    var place = 0
                    while place < end {
                        let next = min(end, place + 1 + chance.number(below: 60))
                        pipe.yield(Array(bytes[place..<next]))
                        place = next
                    }
                    let breaks = chance.number(below: 2) == 0
                    pipe.finish(throwing: breaks ? NetworkFailure.connectionLost : nil)
                }
            )
        }
        let transport = StreamingTransport(step, forEver: true)
        let told = try await events(Int(count), over: transport)
        #expect(told.map(\.id) == (1...count).map { $0 }, "seed \(seed)")
        #expect(transport.requests.count > 3, "seed \(seed)")
    }

    @Test("are asked for after pauses that grow to a minute, until something is heard")
    func pauses() async throws {
        let transport = StreamingTransport(
            .fails(.unreachable),
            .fails(.timedOut),
            .fails(.offline),
            .answer(503),
            .stream([], type: "text/html"),
            .fails(.connectionLost),
            .fails(.connectionLost),
            .stream([Self.text(1)]),
            .fails(.connectionLost),
            .stream([Self.text(2)], .stays)
        )
        #expect(try await events(2, over: transport).count == 2)
        let seconds = [2, 4, 8, 16, 32, 60, 60, 2, 4]
        #expect(time.delays == seconds.map { .seconds($0) })
    }

    @Test("are asked for after half of the pause at the least, the rest is chance")
    func jitter() async throws {
        time.setShare(0)
        let transport = StreamingTransport(
            .fails(.unreachable),
            .fails(.unreachable),
            .stream([Self.text(1)], .stays)
        )
        _ = try await events(1, over: transport)
        #expect(time.delays == [.seconds(1), .seconds(2)])
    }

    @Test("are asked for when the server says so")
    func retryAfter() async throws {
        let transport = StreamingTransport(
            .answer(429, ["Retry-After": "30"]),
            .stream([Self.text(1)], .stays)
        )
        _ = try await events(1, over: transport)
        #expect(time.delays == [.seconds(30)])
    }

    @Test(
        "end with what waiting does not mend",
        arguments: [
            (.answer(401), .unauthorized), (.answer(403), .forbidden), (.answer(404), .notFound),
            (.fails(.untrusted), .network(.untrusted)),
            (.stream(["data: " + String(repeating: "x", count: 2_000)]), .network(.tooLarge)),
        ] as [(StreamingTransport.Step, PurserError.Kind)]
    )
    func ends(step: StreamingTransport.Step, kind: PurserError.Kind) async throws {
        let purser = try client(StreamingTransport(step)) { $0.maximumAnswerBytes = 1_000 }
        let error = await #expect(throws: PurserError.self) {
            for try await _ in purser.live.events() {}
        }
        #expect(error?.kind == kind)
        #expect(time.delays.isEmpty)
    }

    @Test("end with the session, at once")
    func signOut() async throws {
        let purser = try client(StreamingTransport(.stream([Self.text(1)], .stays)))
        var events = purser.live.events().makeAsyncIterator()
        #expect(try await events.next() == Self.event(1))
        try await purser.session.signOut()
        let error = await #expect(throws: PurserError.self) { try await events.next() }
        #expect(error?.kind == .unauthorized)
    }

    @Test("are not to be had without a session")
    func noSession() async throws {
        let transport = StreamingTransport()
        let purser = try Purser(.test, transport, MemoryTokenStore(), time.keeper)
        let error = await #expect(throws: PurserError.self) {
            for try await _ in purser.live.events() {}
        }
        #expect(error?.kind == .unauthorized)
        #expect(transport.requests.isEmpty)
    }

    @Test("rest while the app is behind, and go on where they were")
    func background() async throws {
        let (stream, pipe) = AsyncThrowingStream.makeStream(
            of: [UInt8].self,
            throwing: (any Error).self
        )
        let hasEnded = Mutex(false)
        pipe.onTermination = { _ in hasEnded.withLock { $0 = true } }
        pipe.yield(Array(Self.text(1).utf8))
        // The second pause may end a connection that was opened and not yet read.
        let transport = StreamingTransport(
            StreamingTransport.Step { _ in
                StreamedResponse(
                    status: 200,
                    headers: ["Content-Type": "text/event-stream"],
                    pieces: stream
                )
            },
            .stream([Self.text(2)], .stays),
            .stream([Self.text(2)], .stays)
        )
        let purser = try client(transport)
        var events = purser.live.events().makeAsyncIterator()
        #expect(try await events.next() == Self.event(1))
        purser.live.pause()
        // One that is over before anybody looked ends nothing.
        await until { hasEnded.withLock { $0 } }
        purser.live.resume()
        purser.live.pause()
        purser.live.resume()
        #expect(try await events.next() == Self.event(2))
        // It may have heard of the second event before it rested again.
        #expect(transport.positions.dropFirst().first == "1")
        #expect(time.delays.isEmpty)
    }

    @Test("end with the client")
    func shutdown() async throws {
        let purser = try client(StreamingTransport(.stream([Self.text(1)], .stays)))
        var events = purser.live.events().makeAsyncIterator()
        #expect(try await events.next() == Self.event(1))
        await purser.shutdown()
        #expect(try await events.next() == nil)
    }

    @Test("are asked for anew when nothing is heard for 45 seconds, not even a sign of life")
    func silence() async throws {
        let (stream, pipe) = AsyncThrowingStream.makeStream(
            of: [UInt8].self,
            throwing: (any Error).self
        )
        let transport = StreamingTransport(
            StreamingTransport.Step { _ in
                StreamedResponse(
                    status: 200,
                    headers: ["Content-Type": "text/event-stream"],
                    pieces: stream
                )
            },
            .stream([Self.text(2)], .stays)
        )
        let time = TestTimekeeper()
        time.holds = true
        var keeper = time.keeper
        keeper.alarm = keeper.pause
        let purser = try Purser(.test, transport, MemoryTokenStore.signedIn(), keeper)
        var events = purser.live.events().makeAsyncIterator()
        pipe.yield(Array(Self.text(1).utf8))
        #expect(try await events.next() == Self.event(1))
        await time.untilWaiting(1)
        time.advance(by: .seconds(44))
        pipe.yield(Array(": ping\n\n".utf8))
        pipe.yield(Array(Self.text(3).utf8))
        #expect(try await events.next() == Self.event(3))
        time.advance(by: .seconds(1))
        // Heard a second ago: the watch goes on for the other 44.
        await time.untilWaiting(1)
        #expect(transport.requests.count == 1)
        time.advance(by: .seconds(44))
        await until { time.pauses.last == .seconds(2) }
        await time.untilWaiting(1)
        time.advance(by: .seconds(2))
        #expect(try await events.next() == Self.event(2))
        #expect(transport.positions == [nil, "3"])
    }
}
