import Catalogue
import Contract
import Insights
import Kernel
import Testing

@testable import Operations
@testable import ServerTestbed

@Suite("Arguments of a query on the ledger")
struct LedgerArgumentsTests {
    private func read(_ text: String) throws -> Result<LedgerQuestion, LedgerArguments.Fault> {
        let today = try #require(CivilDay("2025-06-10"))
        return LedgerArguments.read(text, today: today, .usd, .standard)
    }

    @Test("are read as they are meant")
    func good() throws {
        let text = """
            {"kind":"spending","from":"2025-05-01","to":"2025-05-31","category":"groceries",\
            "merchant":"Whole Foods","amount_min":10,"amount_max":99.5,"limit":3}
            """
        let question = try read(text).get()
        #expect(question.kind == .spending && question.number == 3)
        #expect(question.period?.lowerBound.text == "2025-05-01")
        #expect(question.period?.upperBound.text == "2025-05-31")
        #expect(question.leastMinor == 1_000 && question.mostMinor == 9_950)
        #expect(question.categories.map(\.label) == ["Groceries"] && question.names.count == 1)
        let open = try read(#"{"kind":"income","from":"2025-06-01"}"#).get()
        #expect(open.period?.upperBound.text == "2025-06-10" && open.direction == .received)
        #expect(try read(#"{"kind":"balance","from":null}"#).get().period == nil)
    }

    @Test(
        "are refused with a reason otherwise",
        arguments: [
            ("", "one JSON object"), ("[]", "one JSON object"), ("{", "one JSON object"),
            ("{}", "kind must be one of"), (#"{"kind":"steal"}"#, "kind must be one of"),
            (#"{"kind":"spending","member_id":"x"}"#, "the only arguments are"),
            (#"{"kind":"spending","household":"x"}"#, "the only arguments are"),
            (#"{"kind":"spending","kind":"income"}"#, "one JSON object"),
            (#"{"kind":"spending","from":"May"}"#, "from must be a day"),
            (#"{"kind":"spending","to":"2025-05-31"}"#, "to needs from"),
            (#"{"kind":"spending","from":"2025-05-31","to":"2025-05-01"}"#, "before from"),
            (#"{"kind":"spending","amount_min":-1}"#, "amount_min must be an amount"),
            (#"{"kind":"spending","amount_min":"5"}"#, "amount_min must be an amount"),
            (#"{"kind":"spending","amount_min":5,"amount_max":4}"#, "must not be below"),
            (#"{"kind":"largest","limit":11}"#, "limit must be 1 to 10"),
            (#"{"kind":"largest","limit":1.5}"#, "limit must be 1 to 10"),
            (#"{"kind":"spending","merchant":"!!"}"#, "must have a word"),
            (#"{"kind":"spending","category":""}"#, "category must be a text"),
        ]
    )
    func bad(text: String, reason: String) throws {
        guard case .failure(let fault) = try read(text) else {
            Issue.record("taken: \(text)")
            return
        }
        #expect(fault.reason.contains(reason), "\(fault.reason)")
    }

    @Test("are bounded in their length")
    func long() throws {
        let name = String(repeating: "a", count: 5_000)
        guard case .failure = try read(#"{"kind":"spending","merchant":"\#(name)"}"#) else {
            Issue.record("taken")
            return
        }
    }

    @Test("have a schema that is JSON and names nothing else")
    func schema() throws {
        let schema = try JSONParser.parse(LedgerArguments.schema.utf8)
        let keys = schema["properties"]?.members.map(\.key)
        #expect(
            keys == [
                "kind", "from", "to", "category", "merchant", "amount_min", "amount_max", "limit",
            ]
        )
        #expect(schema["additionalProperties"] == .bool(false))
    }
}
