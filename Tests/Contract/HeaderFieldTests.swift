import Testing

@testable import Contract

@Suite("A field that travels in a header")
struct HeaderFieldTests {
    private let endpoint = API.Insights.searchTransactions

    @Test("is in its header, and not in the body")
    func request() throws {
        let request = try endpoint.request(.init(q: "rent", chatID: "c 1"))
        #expect(request.headers == ["X-Chat-Id": "c 1"])
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == #"{"q":"rent"}"#)
        let without = try endpoint.request(.init())
        #expect(without.headers.isEmpty && without.body == nil)
        #expect(try API.Insights.monthlyTotals.request(.init(month: .example)).headers.isEmpty)
    }

    @Test("is read from there alone, as any text is")
    func input() throws {
        let read = { (header: String?) in
            try endpoint.input(
                inPath: [],
                query: [],
                body: JSONParser.parse(Array(#"{"chatId":"body","q":"a"}"#.utf8)),
                inHeaders: endpoint.headerPairs { $0 == "X-Chat-Id" ? header : nil }
            ).chatID
        }
        #expect(try read(" c ") == "c")
        #expect(try read(" ") == nil)
        #expect(try read(nil) == nil)
    }

    @Test("is named as the header is where it is refused")
    func refusal() {
        let long = String(repeating: "a", count: 65)
        let problem = #expect(throws: Problem.self) {
            _ = try endpoint.input(
                inPath: [],
                query: [],
                body: nil,
                inHeaders: [(key: "chatId", value: long)]
            )
        }
        #expect(problem?.faults == [Fault(field: "X-Chat-Id", rule: "is too long")])
    }

    @Test("is in the answer's body, from which its header is taken")
    func answer() throws {
        let header = try #require(endpoint.headers.first)
        #expect(header.isAnswered)
        #expect(header.text(in: try endpoint.answersJSON()) == endpoint.answers.chatID)
        #expect(header.text(in: .object([])) == nil)
    }
}
