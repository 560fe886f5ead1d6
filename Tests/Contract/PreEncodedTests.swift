import Contract
import Testing

@Suite("A field that is encoded once")
struct PreEncodedTests {
    private typealias Check = API.Guardian.AuthorizeCheck

    @Test("a trace's JSON is what the encoder makes of it")
    func trace() throws {
        let traces: [[Check]] = [
            [], [Check(check: "override", outcome: "pass", detail: "")],
            [
                Check(check: "a", outcome: "b", detail: "quote \" line \n slash / ü 🐷"),
                Check(check: "", outcome: "\\", detail: "\u{1}"),
            ],
        ]
        for trace in traces {
            let encoded = API.Guardian.encoded(trace)
            let usual = String(decoding: try WireEncoder.bytes(trace), as: UTF8.self)
            #expect(try encoded.encoded() == usual)
            #expect(try PreEncoded(wrappedValue: trace).encoded() == usual)
            #expect(encoded == PreEncoded(wrappedValue: trace))
            let answered = try WireEncoder.bytes(["trace": encoded])
            #expect(try answered == WireEncoder.bytes(["trace": trace]))
        }
    }
}
