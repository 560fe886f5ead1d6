import Testing

@testable import PurserKit

@Suite("A stream of server-sent events")
struct ServerSentEventParserTests {
    /// What is sent, and what it means.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let events: [ServerSentEvent]
        var lastID = ""
        var retry: Int64?
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "nothing", text: "", events: []),
        Row(name: "data", text: "data: a\n\n", events: [.init(data: "a")]),
        Row(name: "data without a space", text: "data:a\n\n", events: [.init(data: "a")]),
        Row(name: "one space of two goes", text: "data:  a\n\n", events: [.init(data: " a")]),
        Row(
            name: "lines of data",
            text: "data: a\ndata\ndata: b\n\n",
            events: [.init(data: "a\n\nb")]
        ),
        Row(
            name: "empty data",
            text: "data\n\ndata\ndata\n\n",
            events: [
                .init(data: ""), .init(data: "\n"),
            ]
        ),
        Row(
            name: "id and type",
            text: "id: 7\nevent: approval.requested\ndata: {}\n\ndata: b\n\n",
            events: [.init(id: "7", kind: "approval.requested", data: "{}"), .init(data: "b")],
            lastID: "7"
        ),
        Row(
            name: "carriage returns",
            text: "id: 1\rdata: a\r\rdata: b\r\r",
            events: [
                .init(id: "1", data: "a"), .init(data: "b"),
            ],
            lastID: "1"
        ),
        Row(
            name: "both",
            text: "id: 1\r\ndata: a\r\n\r\ndata: b\r\n\r\n",
            events: [
                .init(id: "1", data: "a"), .init(data: "b"),
            ],
            lastID: "1"
        ),
        Row(
            name: "a mixture",
            text: "data: a\r\n\ndata: b\r\r\ndata: c\n\r",
            events: [
                .init(data: "a"), .init(data: "b"), .init(data: "c"),
            ]
        ),
        Row(
            name: "a byte order mark",
            text: "\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n",
            events: [
                .init(data: "a")
            ]
        ),
        Row(name: "a comment", text: ": ping\n\n:\ndata: a\n: x\n\n", events: [.init(data: "a")]),
        Row(
            name: "unknown fields",
            text: "x: y\ndata: a\nnothing\nData: b\n\n",
            events: [
                .init(data: "a")
            ]
        ),
        Row(
            name: "an id with a null",
            text: "id: 1\ndata: a\n\nid: 2\u{0}3\ndata: b\n\n",
            events: [.init(id: "1", data: "a"), .init(data: "b")],
            lastID: "1"
        ),
        Row(
            name: "an id without data",
            text: "id: 5\nretry: 2000\n\n",
            events: [],
            lastID: "5",
            retry: 2_000
        ),
        Row(
            name: "an empty id",
            text: "id: 5\ndata: a\n\nid\ndata: b\n\n",
            events: [
                .init(id: "5", data: "a"), .init(id: "", data: "b"),
            ]
        ),
        Row(
            name: "a type without data",
            text: "event: x\n\ndata: a\n\n",
            events: [
                .init(data: "a")
            ]
        ),
        Row(
            name: "retry",
            text: "retry: 10\nretry: 1x\nretry:\nretry: -1\n\n",
            events: [],
            retry: 10
        ),
        Row(name: "no end", text: "id: 9\ndata: a\n", events: []),
        Row(name: "letters", text: "data: Zoë 🍕\n\n", events: [.init(data: "Zoë 🍕")]),
    ]

    @Test("is read by the rules", arguments: rows)
    func rules(row: Row) throws {
        var parser = ServerSentEventParser(maximumBytes: 1_000)
        #expect(try parser.take(row.text.utf8) == row.events)
        #expect(parser.lastID == row.lastID)
        #expect(parser.retryMilliseconds == row.retry)
    }

    @Test("means the same in any pieces", arguments: rows)
    func pieces(row: Row) throws {
        let bytes = Array(row.text.utf8)
        for size in 1...max(1, min(bytes.count, 7)) {
            var parser = ServerSentEventParser(maximumBytes: 1_000)
            var events: [ServerSentEvent] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                events += try parser.take(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(events == row.events)
            #expect(parser.lastID == row.lastID)
        }
    }

    @Test("goes on with the id of the stream before it")
    func goingOn() throws {
        var parser = ServerSentEventParser(after: "41", maximumBytes: 100)
        #expect(try parser.take("data: a\n\n".utf8) == [.init(data: "a")])
        #expect(parser.lastID == "41")
    }

    @Test("is given up when an event is too long, in one line or in many")
    func tooLong() throws {
        var parser = ServerSentEventParser(maximumBytes: 20)
        #expect(try parser.take("data: 12345678901234\n\n".utf8).count == 1)
        #expect(throws: NetworkFailure.tooLarge) {
            try parser.take("data: 123456789012345".utf8)
        }
        var lines = ServerSentEventParser(maximumBytes: 20)
        #expect(throws: NetworkFailure.tooLarge) {
            try lines.take("data: 1234\ndata: 1234\ndata: 1234\ndata: 1234\n".utf8)
        }
    }
}
