import Guardian
import Kernel
import Operations
import Store
import Testing

@Suite("The document of a decision")
struct DecisionFileTests {
    /// A decision by a limit, of a member who is at a place to be warned about.
    static let sample = [
        #"{"id":"01946a5c-f400-7000-8000-000000000001","#,
        #""household_id":"01946a5c-f400-7000-8000-000000000002","#,
        #""member_id":"01946a5c-f400-7000-8000-000000000003","decided_at_ms":1736942400000,"#,
        #""merchant":"Steam","category_source":"given","facts":{"amount_minor":8001,"#,
        #""currency":"USD","category":"fun","#,
        #""override_id":"01946a5c-f400-7000-8000-000000000004","limit_minor":20000,"#,
        #""spent_minor":12000,"location":{"is_position_known":true,"#,
        #""blocking":{"count":2,"applying":0},"warning":{"count":1,"applying":1,"#,
        #""hit":{"number":7,"name":"Caf\u00e9 \"2\"","distance_cm":48926,"radius_m":500}}}},"#,
        #""answer":"APPROVE","reason":"override","trace":"[{\"check\":\"override\","#,
        #"\"outcome\":\"approve\",\"detail\":\"A parent allowed $80.01 at this merchant.\"}]"}"#,
    ].joined()

    private func changed(_ old: String, _ new: String) throws -> String {
        try #require(Self.sample.ranges(of: old).count == 1, "\(old)")
        return Self.sample.replacing(old, with: new)
    }

    @Test("is read, written and read again as the same")
    func roundTrip() throws {
        let file = try DecisionFile(Self.sample.utf8)
        #expect(file.record.facts.location?.warning.hit?.name == #"Café "2""#)
        #expect(file.record.facts.limit?.minor == 20_000)
        let again = try DecisionFile(file.text.utf8)
        #expect(again == file)
        #expect(again.text == file.text)
        #expect(try file.explained().difference == nil)
    }

    @Test("is explained by its facts, its checks and its answer")
    func lines() throws {
        let text = try changed(#""override_id":"01946a5c-f400-7000-8000-000000000004","#, "")
        let explained = try DecisionFile(text.utf8).explained()
        #expect(
            explained.lines == [
                "decision 01946a5c-f400-7000-8000-000000000001 of 2025-01-15T12:00:00Z",
                "household 01946a5c-f400-7000-8000-000000000002, "
                    + "member 01946a5c-f400-7000-8000-000000000003",
                "facts:",
                "  amount    $80.01",
                "  merchant  Steam",
                "  category  fun, by step given",
                "  override  none",
                "  limit     $200.00",
                "  spent     $120.00 this month",
                "  position  known",
                "  blocking  2, for the category 0",
                #"  warning   1, for the category 1, inside Café "2" (7)"#,
                "checks:",
                "  override        pass     No unused override for this merchant and amount.",
                "  geofence_block  pass     No blocking geofence applies to fun.",
                "  rule_limit      decline  $80.01 on top of $120.00 spent this month is more than "
                    + "the $200.00 limit for fun.",
                "answer: DECLINE risky: This looks risky based on your rule.",
            ]
        )
        #expect(explained.difference?.hasPrefix("answer: ") == true)
    }

    @Test("a wallet is among the facts where one is to pay, and then the last check")
    func wallet() throws {
        let text = try changed(#":12000"#, #":12000,"wallet_minor":8000"#)
        let file = try DecisionFile(text.utf8)
        #expect(file.record.facts.wallet?.minor == 8_000)
        #expect(try DecisionFile(file.text.utf8) == file)
        let explained = try file.explained()
        #expect(explained.lines.contains("  wallet    $80.00"))
        #expect(
            explained.lines.suffix(3) == [
                "  override        approve  A parent allowed $80.01 at this merchant.",
                "  wallet          decline  $80.01 is more than the $80.00 left in the wallet.",
                "answer: DECLINE insufficient_funds: There is $80.00 left in your wallet, not "
                    + "enough for $80.01.",
            ]
        )
        #expect(explained.difference?.hasPrefix("answer: ") == true)
        let plain = try DecisionFile(Self.sample.utf8)
        #expect(!plain.text.contains("wallet"))
        #expect(try plain.explained().lines.allSatisfy { !$0.contains("wallet") })
    }

    @Test(
        "names the first thing that the facts give otherwise, to the byte",
        arguments: [
            (#""answer":"APPROVE""#, #""answer":"DECLINE""#, "answer: from byte 0 on: "),
            (#""answer":"APPROVE""#, #""answer":"APPROVE ""#, "answer: from byte 7 on: "),
            (#""reason":"override""#, #""reason":"ok""#, "reason: from byte 1 on: "),
            (#""trace":"#, #""message":"","trace":"#, "message: was stored, and"),
            (#"$80.01 at"#, #"$80.02 at"#, "trace: from byte 73 on: "),
            (#""amount_minor":8001"#, #""amount_minor":8000"#, "trace: from byte 73 on: "),
            (#"merchant.\"}]""#, #"merchant.\"}] ""#, "trace: from byte 95 on: "),
            (#""override_id":"01946a5c-f400-7000-8000-000000000004","#, "", "answer: from byte 0"),
        ]
    )
    func differences(old: String, new: String, difference: String) throws {
        let found = try DecisionFile(changed(old, new).utf8).explained().difference
        #expect(found?.hasPrefix(difference) == true, "\(found ?? "none")")
    }

    @Test("a message that is gone is missed, and letters that only look the same are others")
    func messages() throws {
        let risky = try changed(#""override_id":"01946a5c-f400-7000-8000-000000000004","#, "")
            .replacing(#""APPROVE""#, with: #""DECLINE""#)
            .replacing(#""reason":"override""#, with: #""reason":"risky""#)
        let gone = try DecisionFile(risky.utf8).explained().difference
        #expect(gone == "message: was not stored, and the facts give one")
        let warned = risky.replacing(#""limit_minor":20000,"#, with: "")
            .replacing(#""DECLINE""#, with: #""APPROVE""#)
            .replacing(#""reason":"risky""#, with: #""reason":"location_warn""#)
        let message = #""message":"You are at Cafe\u0301 \"2\", where you wanted to be warned.","#
        let decomposed = warned.replacing(#""trace":"#, with: "\(message)\"trace\":")
        let other = try DecisionFile(decomposed.utf8).explained().difference
        #expect(other?.hasPrefix("message: from byte 14 on: ") == true, "\(other ?? "none")")
    }

    @Test(
        "names what is missing, unknown, of another type or against a rule",
        arguments: [
            (#""merchant":"Steam","#, "", "merchant is required"),
            (#""id":"01"#, #""id":"x1"#, "id is not a UUID"),
            (#""merchant":"Steam""#, #""merchant":7"#, "merchant must be a string"),
            (#""merchant":"Steam""#, #""merchant":null"#, "merchant must be a string"),
            (#""merchant":"Steam""#, #""merchant":"Steam","more":1"#, "more is not known here"),
            (#"1736942400000"#, "1.5", "decided_at_ms must be a whole number"),
            (#"1736942400000"#, "99999999999999999999", "decided_at_ms must be a whole number"),
            (#""amount_minor":8001,"#, "", "facts.amount_minor is required"),
            (#":8001"#, ":-1", "facts.amount_minor is out of range"),
            (#":8001"#, ":1000000000001", "facts.amount_minor is out of range"),
            (#":20000"#, ":1000000000001", "facts.limit_minor is out of range"),
            (#":20000"#, #":"20000""#, "facts.limit_minor must be a whole number"),
            (#""spent_minor":12000,"#, "", "facts.spent_minor is required beside a limit"),
            (#":12000"#, #":12000,"wallet_minor":-1"#, "facts.wallet_minor is out of range"),
            (
                #":12000"#, #":12000,"wallet_minor":"1""#,
                "facts.wallet_minor must be a whole number"
            ),
            (#""USD""#, #""XXX""#, "facts.currency is not a code of ISO 4217"),
            (#""USD""#, #""usd""#, "facts.currency is not a code of ISO 4217"),
            (#""category":"fun","#, #""category":"fun","mcc":1,"#, "facts.mcc is not known here"),
            (
                #""is_position_known":true"#, #""is_position_known":1"#,
                "facts.location.is_position_known must be true or false"
            ),
            (
                #"{"count":2,"applying":0}"#, "[]", "facts.location.blocking must be an object"
            ),
            (
                #""count":2,"applying":0"#, #""count":2,"applying":3"#,
                "facts.location.blocking.applying is out of range"
            ),
            (
                #""count":1,"applying":1"#, #""count":1,"applying":0"#,
                "facts.location.warning.hit must be one of the fences that apply"
            ),
            (
                #""radius_m":500"#, #""radius_m":-500"#,
                "facts.location.warning.hit.radius_m is out of range"
            ),
            (#""number":7,"#, "", "facts.location.warning.hit.number is required"),
        ]
    )
    func faults(old: String, new: String, fault: String) throws {
        let text = try changed(old, new)
        let error = #expect(throws: DecisionFileFault.self) { try DecisionFile(text.utf8) }
        #expect(error?.description == fault)
    }

    @Test(
        "names the byte where it stops being JSON",
        arguments: [
            ("", "byte 0 the text ends too early"), ("{", "byte 1 "),
            ("[]", "the document must be an object"),
            ("{}", "facts is required"), (#"{"id":1,"id":2}"#, "byte "), ("null", "the document"),
            (sample + "x", "byte \(sample.utf8.count) something follows the value"),
        ]
    )
    func syntax(text: String, fault: String) {
        let error = #expect(throws: DecisionFileFault.self) { try DecisionFile(text.utf8) }
        #expect(error?.description.hasPrefix(fault) == true, "\(error?.description ?? "")")
    }
}
