import Guardian
import Kernel
import Operations
import Store
import Testing

@Suite("The document of a decision that policies were asked about")
struct DecisionFilePoliciesTests {
    private static let id = "01946a5c-f400-7000-8000-000000000009"
    private static let facts = [
        #"{"amount_minor":8001,"category":"fun","clock":"wed 12:00","currency":"USD","#,
        #""merchant":"steam","windows":[1500]}"#,
    ].joined()
    private static let policy = [
        #"{"created_at_ms":0,"id":"\#(id)","name":"Daily","state":"live","then":"decline","#,
        #""when":{"spent":{"more_than":2000,"of":"purchases","over":["member"],"window":"day"}}}"#,
    ].joined()
    private static let asked = #""policies":{"facts":\#(facts),"policies":[\#(policy)]}"#

    /// A document with policies as they are given, and with the version of them or without one.
    private func document(_ policies: String = asked, version: String? = "7") -> String {
        let override = #""override_id":"01946a5c-f400-7000-8000-000000000004","#
        let place = #""decided_at_ms":1736942400000"#
        return DecisionFileTests.sample.replacing(override, with: "")
            .replacing(#":12000"#, with: ":12000,\(policies)")
            .replacing(place, with: version.map { "\(place),\"policies_version\":\($0)" } ?? place)
    }

    @Test("holds the policies and all that was read for them, and is read again as the same")
    func roundTrip() throws {
        let file = try DecisionFile(document().utf8)
        #expect(file.record.policies?.version == 7)
        #expect(file.record.facts.policies?.policies.policies.map(\.name) == ["Daily"])
        let again = try DecisionFile(file.text.utf8)
        #expect(again == file && again.text == file.text)
    }

    @Test("is explained with every fact that was read")
    func lines() throws {
        // Without a limit, which would decide before.
        let text = document().replacing(#""limit_minor":20000,"#, with: "")
        let lines = try DecisionFile(text.utf8).explained().lines
        let place = try #require(
            lines.firstIndex(of: "  policies  1 live, 0 in shadow, as of link 7")
        )
        #expect(
            lines[(place + 1)...].prefix(2) == [
                "    clock: Wed 12:00", "    spending today: $15.00",
            ]
        )
        #expect(
            lines.contains {
                $0.hasSuffix(#""Daily" declines: spending today 15.00 + 80.01 of 20.00."#)
            }
        )
        #expect(lines.last?.hasPrefix("answer: DECLINE policy: ") == true)
    }

    @Test("has both policies and their version, or neither")
    func version() throws {
        let fault = { (text: String) in
            #expect(throws: DecisionFileFault.self) { try DecisionFile(text.utf8) }?.description
        }
        #expect(
            fault(document(version: nil)) == "policies_version is required beside policies"
        )
        let place = #""decided_at_ms":1736942400000"#
        let alone = DecisionFileTests.sample
            .replacing(place, with: "\(place),\"policies_version\":7")
        #expect(fault(alone) == "policies_version is not known here")
        #expect(fault(document(version: "0")) == "policies_version is out of range")
    }

    @Test(
        "names what is wrong within policies",
        arguments: [
            (
                #""amount_minor":8001,"category":"fun","clock""#,
                #""amount_minor":8000,"category":"fun","clock""#,
                "facts.policies must be about the same price"
            ),
            (
                #""wed 12:00""#, #""wed 25:00""#,
                "facts.policies.facts.clock must be a reading such as fri 21:00"
            ),
            (
                #""more_than":2000"#, #""more_than":"x""#,
                "facts.policies.policies[0].when.spent.more_than "
            ),
            (
                #""windows":[1500]"#, #""windows":[1500,0]"#,
                "facts.policies.facts must be those that the policies ask for"
            ),
            (
                #""windows":[1500]"#, #""windows":[1500.5]"#,
                "facts.policies.facts.windows[0] has the wrong type"
            ),
        ]
    )
    func faults(old: String, new: String, fault: String) throws {
        try #require(Self.asked.ranges(of: old).count == 1, "\(old)")
        let text = document(Self.asked.replacing(old, with: new))
        let error = #expect(throws: DecisionFileFault.self) { try DecisionFile(text.utf8) }
        #expect(error?.description.hasPrefix(fault) == true, "\(error?.description ?? "")")
    }
}
