import Foundation
import Kernel
import Testing

@testable import Contract

@Suite("Analytics on the wire")
struct AnalyticsWireTests {
    struct Sample: Codable, Sendable, Equatable {
        @Nullable var count: Int64?
        @Nullable var name: String?
        @Nullable var part: Part?
        var rest: String?

        init(count: Int64? = nil, name: String? = nil, part: Part? = nil) {
            _count = Nullable(wrappedValue: count)
            _name = Nullable(wrappedValue: name)
            _part = Nullable(wrappedValue: part)
        }

        struct Part: Codable, Sendable, Equatable {
            let flag: Bool
        }
    }

    @Test(
        "a field that is always written is written as null, and read back",
        arguments: [
            (Sample(), #"{"count":null,"name":null,"part":null}"#),
            (
                Sample(count: 0, name: "", part: .init(flag: false)),
                #"{"count":0,"name":"","part":{"flag":false}}"#
            ),
        ]
    )
    func nullable(sample: Sample, text: String) throws {
        let bytes = try WireEncoder.bytes(sample)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
        #expect(try WireDecoder.decode(Sample.self, from: JSONParser.parse(bytes)) == sample)
        let foreign = try JSONEncoder().encode(sample)
        #expect(try JSONDecoder().decode(Sample.self, from: foreign) == sample)
    }

    @Test("a field that is always written must be there, and of its type")
    func required() throws {
        let problem = #expect(throws: Problem.self) {
            try WireDecoder.decode(
                Sample.self,
                from: JSONParser.parse(#"{"count":"1","part":{"flag":null}}"#.utf8)
            )
        }
        #expect(
            problem?.faults.map { "\($0.field) \($0.rule)" } == [
                "count has the wrong type", "name is required", "part.flag is required",
            ]
        )
    }

    @Test("the schema says where null may stand")
    func schema() {
        let schema = Schema(of: Sample.self)
        #expect(schema.properties.map(\.isRequired) == [true, true, true, false])
        #expect(schema.properties.map(\.schema.isNullable) == [true, true, true, false])
        #expect(schema.properties.map(\.schema.kind) == [.integer, .string, .object, .string])
        #expect(schema.properties[2].schema.properties.map(\.name) == ["flag"])
    }

    @Test(
        "a ratio has at most four decimals, rounded half away from zero",
        arguments: [
            (15_000, 20_000, "0.75"), (6, 50, "0.12"), (2, 50, "0.04"), (1, 3, "0.3333"),
            (2, 3, "0.6667"), (1, 20_000, "0.0001"), (1, 20_001, "0"), (1, 1, "1"),
            (30_000, 20_000, "1.5"), (0, 5, "0"), (0, 0, "0"), (7, 0, "0"), (-1, 20_000, "-0.0001"),
            (-1, 3, "-0.3333"), (1, -3, "-0.3333"), (.max, 1, "922337203685477.5807"),
            (.min, 1, "-922337203685477.5808"), (.max, .max, "1"), (.min, .min, "1"),
        ] as [(Int64, Int64, String)]
    )
    func ratios(part: Int64, whole: Int64, text: String) throws {
        let bytes = try WireEncoder.bytes([Ratio(part, of: whole)])
        #expect(String(decoding: bytes, as: UTF8.self) == "[\(text)]")
    }

    @Test("a ratio is read back as it was written, within what a number holds exactly")
    func readRatios() throws {
        for part: Int64 in [0, 1, 3, 7_500, 9_999, 10_001, 123_456_789] {
            let ratio = Ratio(part, of: 10_000)
            let json = try JSONParser.parse(WireEncoder.bytes([ratio]))
            #expect(try WireDecoder.decode([Ratio].self, from: json) == [ratio])
        }
        for (text, rule) in [("1e300", "is out of range"), ("\"1\"", "has the wrong type")] {
            let problem = #expect(throws: Problem.self) {
                try WireDecoder.decode([Ratio].self, from: JSONParser.parse("[\(text)]".utf8))
            }
            #expect(problem?.faults.map(\.rule) == [rule])
        }
    }

    @Test("a day is written at its midnight, in no zone")
    func days() throws {
        let day = try #require(CivilDay("2025-01-15"))
        let bytes = try WireEncoder.bytes([GuardianTimestamp(day)])
        #expect(String(decoding: bytes, as: UTF8.self) == #"["2025-01-15T00:00:00"]"#)
    }

    @Test(
        "a range is one of four words, and none is none",
        arguments: [
            ("range=7d", .week), ("range=30d", .month), ("range=90d", .quarter),
            ("range=mtd", .monthToDate), ("range=%20mtd%20", .monthToDate), ("range=", nil),
            ("", nil), ("month=2025-01", nil),
        ] as [(String, API.Guardian.AnalyticsRange?)]
    )
    func ranges(query: String, range: API.Guardian.AnalyticsRange?) throws {
        #expect(try Self.input(query).range == range)
    }

    @Test(
        "any other range is named as wrong",
        arguments: ["14d", "7", "MTD", "7D", "30d,90d", "all", "0d"]
    )
    func wrongRanges(word: String) {
        let problem = #expect(throws: Problem.self) { try Self.input("range=\(word)&user_id=7") }
        #expect(
            problem?.faults == [Fault(field: "range", rule: "must be 7d, 30d, 90d or mtd")]
        )
    }

    private static func input(_ query: String) throws -> API.Guardian.AnalyticsRequest {
        let pairs = query.split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", omittingEmptySubsequences: false)
            return (key: String(sides[0]), value: PercentCoding.decoded(sides[1]) ?? "")
        }
        return try API.Guardian.spendingSummary.input(inPath: [], query: pairs, body: nil)
    }

    @Test("a question about a purchase keeps the rules of asking for one")
    func questions() {
        let bad = """
            {"amount_cents":0,"merchant":" ","category":"\(String(repeating: "c", count: 33))",
             "mcc":10000,"user_id":[]}
            """
        #expect(
            faults(API.Guardian.PurchaseQuestion.self, bad) == [
                "amount_cents must be more than 0", "merchant is required", "category is too long",
                "mcc is out of range", "user_id has the wrong type",
            ]
        )
        let most = #"{"amount_cents":1000000000000,"merchant":"a","mcc":0,"user_id":7}"#
        #expect(faults(API.Guardian.PurchaseQuestion.self, most) == [])
    }
}
