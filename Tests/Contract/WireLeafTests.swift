import Foundation
import Kernel
import Testing

@testable import Contract

@Suite("Numbers, texts and amounts on the wire")
struct WireLeafTests {
    private func rule<Leaf: WireLeaf>(_ result: Result<Leaf, WireFault>) -> String? {
        guard case .failure(let fault) = result else { return nil }
        return fault.rule
    }

    @Test(
        "a whole number is an integer however it is written",
        arguments: [
            ("0", 0), ("-0", 0), ("5", 5), ("-5", -5), ("1e2", 100), ("1E2", 100), ("1e+2", 100),
            ("2.0", 2), ("-2.000", -2), ("20e-1", 2), ("0.0", 0), ("0e9", 0),
            ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9007199254740993", 9_007_199_254_740_993), ("1e15", 1_000_000_000_000_000),
        ]
    )
    func integers(text: String, value: Int64) throws {
        #expect(try Int64.read(.number(text)).get() == value)
        #expect(try Int64.read(.loose(" \(text) ")).get() == value)
    }

    @Test(
        "what is no integer is refused",
        arguments: [
            (JSON.number("2.5"), "has the wrong type"), (.number("25e-1"), "has the wrong type"),
            (.number("-0.1"), "has the wrong type"),
            (.number("9223372036854775808"), "is out of range"),
            (.number("1e19"), "is out of range"),
            (.number("1e400"), "is out of range"),
            (.number("9007199254740992.0"), "is out of range"),
            (.string("5"), "has the wrong type"), (.bool(true), "has the wrong type"),
            (.null, "has the wrong type"), (.array([]), "has the wrong type"),
            (.loose("0x10"), "has the wrong type"), (.loose("five"), "has the wrong type"),
            (.loose("nan"), "has the wrong type"), (.loose("infinity"), "has the wrong type"),
            (.loose("1 2"), "has the wrong type"), (.loose("1,000"), "has the wrong type"),
            (.loose("1_000"), "has the wrong type"), (.loose("٣"), "has the wrong type"),
        ]
    )
    func notIntegers(json: JSON, expected: String) {
        #expect(rule(Int64.read(json)) == expected)
        #expect(rule(Int.read(json)) == expected)
    }

    @Test(
        "what is no number is refused",
        arguments: [
            (JSON.string("1.5"), "has the wrong type"), (.bool(false), "has the wrong type"),
            (.number("1e309"), "is out of range"), (.number("-1e309"), "is out of range"),
            (.loose("0x1p3"), "has the wrong type"), (.loose("nan"), "has the wrong type"),
            (.loose("inf"), "has the wrong type"), (.loose("1,5"), "has the wrong type"),
            (.loose("--1"), "has the wrong type"), (.loose("e"), "has the wrong type"),
        ]
    )
    func notNumbers(json: JSON, expected: String) {
        #expect(rule(Double.read(json)) == expected)
    }

    @Test(
        "an amount within a millionth of a hundredth is that hundredth",
        arguments: [
            ("19.99", 1_999), ("19.989999999999998", 1_999), ("1e2", 10_000), ("0", 0), ("-0", 0),
            ("25", 2_500), ("25.5", 2_550), ("25.50", 2_550), ("25.500000", 2_550), ("-0.05", -5),
            ("0.0100004", 1), ("0.009999", 1), ("1999e-2", 1_999), ("0.1e1", 100), ("1e-2", 1),
            ("10000000000", Limits.amountMinor), ("-10000000000", -Limits.amountMinor),
            ("10000000000.0000001", Limits.amountMinor), ("0.0000001", 0), ("1e-300", 0),
        ]
    )
    func amounts(text: String, minor: Int64) throws {
        #expect(try DecimalAmount.read(.number(text)).get().minor == minor)
        #expect(try DecimalAmount.read(.loose(text)).get().minor == minor)
        let parsed = try JSONParser.parse("{\"a\":\(text)}".utf8)
        #expect(
            try WireDecoder.decode([String: DecimalAmount].self, from: parsed)["a"]?.minor == minor
        )
    }

    @Test(
        "any other amount is refused",
        arguments: [
            (JSON.number("10.005"), "must have at most 2 decimals"),
            (.number("0.001"), "must have at most 2 decimals"),
            (.number("19.98999"), "must have at most 2 decimals"),
            (.number("1e-3"), "must have at most 2 decimals"),
            (.number("10000000000.01"), "is out of range"), (.number("1e11"), "is out of range"),
            (.number("-10000000000.01"), "is out of range"), (.number("1e400"), "is out of range"),
            (.string("5"), "has the wrong type"), (.string("5.00"), "has the wrong type"),
            (.bool(true), "has the wrong type"), (.null, "has the wrong type"),
            (.loose("five"), "has the wrong type"), (.loose("0x5"), "has the wrong type"),
            (.loose("5."), "has the wrong type"), (.loose("+5"), "has the wrong type"),
        ]
    )
    func notAmounts(json: JSON, expected: String) {
        #expect(rule(DecimalAmount.read(json)) == expected)
    }

    @Test(
        "a sum of an answer is read beyond what a caller may send",
        arguments: [
            Limits.amountMinor + 1, -Limits.amountMinor - 1, Int64.max, Int64.min,
        ]
    )
    func sums(minor: Int64) throws {
        let sum = DecimalAmount(minor: minor)
        let bytes = try WireEncoder.bytes(["a": sum])
        let json = try JSONParser.parse(bytes)
        #expect(try WireDecoder.decode([String: DecimalAmount].self, from: json) == ["a": sum])
        // The same number is no amount of an input.
        #expect(throws: Problem.self) {
            try API.Allowance.requestMoney.checked(
                API.Allowance.MoneyRequest(amount: sum, purpose: "A book")
            )
        }
    }

    @Test(
        "a sum that nothing can keep is refused",
        arguments: ["92233720368547758.08", "-92233720368547758.09", "1e17"]
    )
    func notSums(text: String) throws {
        let json = try JSONParser.parse("[\(text)]".utf8)
        #expect(throws: Problem.self) {
            try WireDecoder.decode([DecimalAmount].self, from: json)
        }
        #expect(rule(DecimalAmount.readAnswer(.number(text))) == "is out of range")
    }

    @Test(
        "space around text is not part of it",
        arguments: [
            (" a ", "a"), ("\t\na b\n", "a b"), ("\u{A0}a\u{2003}", "a"), ("\u{3000}漢", "漢"),
            ("a", "a"), (" ", ""), ("", ""), (" e\u{301} ", "e\u{301}"), (" \u{301}", "\u{301}"),
        ]
    )
    func trimmed(text: String, expected: String) throws {
        let read = try String.read(.string(text)).get()
        #expect(Array(read.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("a flag of a query is true or false", arguments: ["1", "TRUE", "yes", "", "0"])
    func flags(text: String) throws {
        #expect(try Bool.read(.loose("true")).get())
        #expect(try !Bool.read(.loose("false")).get())
        #expect(rule(Bool.read(.loose(text))) == "has the wrong type")
    }

    @Test("a vocabulary takes another case only where it says so")
    func vocabularies() throws {
        #expect(try API.Identity.GrantType.read(.string(" REFRESH_Token ")).get() == .refreshToken)
        #expect(
            rule(API.Identity.GrantType.read(.string("password")))
                == "must be authorization_code or refresh_token"
        )
        #expect(
            rule(API.Guardian.AuthorizeReason.read(.string("OK")))
                == "must be override, location_block, risky, policy, policy_warn, location_warn, "
                + "insufficient_funds or ok"
        )
    }

    @Test("Foundation's coders read and write the leaves as the wire has them")
    func foreignCoders() throws {
        struct Sample: Codable, Equatable {
            var id = ID<Entity.Rule>(RawID(high: 1, low: 2))
            var at = WireTimestamp(Timestamp(seconds: 1_736_937_000))
            var amount = DecimalAmount(minor: 2_550)
            var password = Password("password123")
            var who = MemberReference("7")
        }
        let data = try JSONEncoder().encode(Sample())
        #expect(try JSONDecoder().decode(Sample.self, from: data) == Sample())
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([DecimalAmount].self, from: Data("[0.001]".utf8))
        }
    }
}
