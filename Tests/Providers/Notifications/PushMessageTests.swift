import Kernel
import Testbed
import Testing

@testable import Providers

@Suite("Messages to members")
struct PushMessageTests {
    @Test("about one event have one id, and others about anything else")
    func ids() throws {
        let id = PushFixture.message().id
        #expect(PushFixture.message(title: "Other words").id == id)
        #expect(PushFixture.message("event-2").id != id)
        let text = try #require(Array(id.text)[safe: 14])
        #expect(text == "8", "a UUID of version 8")
        #expect("89ab".contains(Array(id.text)[19]))
        let other = PushMessage(
            event: "event-1",
            kind: "low_balance",
            member: ID(RawID(high: 1, low: 3)),
            title: "",
            body: "",
            createdAt: TestClock.noon,
            expiresAt: TestClock.noon
        )
        #expect(other.id != id)
        let kind = PushMessage(
            event: "event-1",
            kind: "test",
            member: PushFixture.member,
            title: "",
            body: "",
            createdAt: TestClock.noon,
            expiresAt: TestClock.noon
        )
        #expect(kind.id != id)
    }

    @Test("replace each other on a screen where they are the newest word on one subject")
    func subjects() {
        let (first, second) = (PushFixture.message("1"), PushFixture.message("2"))
        #expect(first.collapseID == first.id && first.collapseID != second.collapseID)
        let news = ["1", "2"].map { PushFixture.message($0, subject: "account 7") }
        #expect(news[0].collapseID == news[1].collapseID && news[0].id != news[1].id)
        let other = PushFixture.message("1", subject: "account 8")
        #expect(other.collapseID != news[0].collapseID)
    }

    @Test("and tokens of devices are never printed")
    func printing() {
        let message = PushFixture.message()
        var dumped = ""
        dump(message, to: &dumped)
        dump(PushFixture.device, to: &dumped)
        for text in ["\(message)", "\(PushFixture.device)", "\([PushFixture.device])", dumped] {
            #expect(!text.contains("42.10") && !text.contains("00fc"))
        }
        #expect("\(message)" == "PushMessage(low_balance, \(message.id.text))")
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
