import Kernel
import Testing

@testable import Contract

@Suite("Rules of Guardian's inputs")
struct GuardianRulesTests {
    typealias Authorize = API.Guardian.AuthorizeRequest
    typealias Override = API.Guardian.OverrideRequest
    typealias Rule = API.Guardian.RuleRequest

    @Test(
        "an amount is a whole number of cents, more than zero and at most 10^12",
        arguments: [
            ("1", nil), ("5000", nil), ("1e2", nil), ("2.0", nil), ("1000000000000", nil),
            ("0", "must be more than 0"), ("-1", "must be more than 0"),
            ("-0", "must be more than 0"),
            ("1000000000001", "is out of range"), ("9223372036854775808", "is out of range"),
            ("2.5", "has the wrong type"), ("\"5000\"", "has the wrong type"),
            ("null", "is required"), ("true", "has the wrong type"), ("\"\"", "is required"),
        ] as [(String, String?)]
    )
    func amounts(value: String, rule: String?) {
        #expect(fault(Authorize.self, "amount_cents", value) == rule)
        #expect(fault(Override.self, "amount_cents", value) == rule)
    }

    @Test(
        "a limit is a whole number of cents from 0 to 10^12",
        arguments: [
            ("0", nil), ("-0", nil), ("20000", nil), ("1000000000000", nil),
            ("-1", "must be 0 or more"), ("1000000000001", "is out of range"),
            ("0.5", "has the wrong type"), ("\"0\"", "has the wrong type"), ("null", "is required"),
        ] as [(String, String?)]
    )
    func limits(value: String, rule: String?) {
        #expect(fault(Rule.self, "monthly_limit_cents", value) == rule)
    }

    @Test(
        "a merchant has 1 to 120 characters, a category 1 to 32",
        arguments: ["x", "漢", "🐷", "\u{1F468}\u{200D}\u{1F467}"]
    )
    func texts(character: String) {
        let text = { (scalars: Int) in
            let count = scalars / character.unicodeScalars.count
            let rest = String(repeating: "y", count: scalars % character.unicodeScalars.count)
            return JSON.string(String(repeating: character, count: count) + rest).text
        }
        #expect(fault(Authorize.self, "merchant", text(120)) == nil)
        #expect(fault(Authorize.self, "merchant", text(121)) == "is too long")
        #expect(fault(Override.self, "merchant", text(120)) == nil)
        #expect(fault(Override.self, "merchant", text(121)) == "is too long")
        #expect(fault(Authorize.self, "category", text(32)) == nil)
        #expect(fault(Authorize.self, "category", text(33)) == "is too long")
        #expect(fault(Rule.self, "category", text(32)) == nil)
        #expect(fault(Rule.self, "category", text(33)) == "is too long")
    }

    @Test("space around a text does not count into its length")
    func padded() {
        let text = JSON.string("  \(String(repeating: "x", count: 120))\n").text
        #expect(fault(Authorize.self, "merchant", text) == nil)
    }

    @Test(
        "a merchant category code lies between 0 and 9999",
        arguments: [
            ("0", nil), ("5814", nil), ("9999", nil), ("null", nil), ("10000", "is out of range"),
            ("-1", "is out of range"), ("58.5", "has the wrong type"),
            ("\"5814\"", "has the wrong type"),
        ] as [(String, String?)]
    )
    func codes(value: String, rule: String?) {
        #expect(fault(Authorize.self, "mcc", value) == rule)
    }

    @Test("a member is named by number, UUID or any other text")
    func members() throws {
        for value in ["7", "\"7\"", "\"01946a5c-f400-7000-8000-000000000001\"", "\"auth0|x\""] {
            #expect(fault(Rule.self, "user_id", value) == nil)
        }
        #expect(fault(Rule.self, "user_id", "[7]") == "has the wrong type")
        #expect(fault(Override.self, "user_id", "\"a\\u0001\"") == "has a control character")
    }

    @Test("what each input needs")
    func needed() {
        let purchase = ["amount_cents is required", "merchant is required"]
        #expect(faults(Authorize.self, "{}") == purchase)
        #expect(faults(Override.self, "{}") == purchase)
        let rule = ["category is required", "monthly_limit_cents is required"]
        #expect(faults(Rule.self, "{}") == rule)
        #expect(faults(API.Guardian.SubjectRequest.self, "{}") == [])
        #expect(faults(Empty.self, #"{"anything":1}"#) == [])
    }
}
