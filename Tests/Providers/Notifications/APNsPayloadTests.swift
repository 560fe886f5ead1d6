import Foundation
import Kernel
import Testing

@testable import Providers

@Suite("What a device is sent")
struct APNsPayloadTests {
    @Test("is Apple's JSON, with what an app needs beside it")
    func json() throws {
        let message = PushFixture.message(
            title: "Low \"balance\"",
            body: "Café: 4/5.",
            data: ["account_id": "7", "id": "mine", "kind": "mine"]
        )
        let bytes = try #require(APNsPayload.bytes(of: message))
        let expected = """
            {"aps":{"alert":{"body":"Café: 4/5.","title":"Low \\"balance\\""},"sound":"default",\
            "thread-id":"low_balance"},"purser":{"account_id":"7","id":"\(message.id.text)",\
            "kind":"low_balance"}}
            """
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    private struct Payload: Decodable {
        struct APS: Decodable {
            let alert: Alert
        }

        struct Alert: Decodable {
            let title: String
            let body: String
        }

        let aps: APS
    }

    private static func alert(of message: PushMessage) throws -> Payload.Alert {
        let bytes = try #require(APNsPayload.bytes(of: message))
        #expect(bytes.count <= 4_096)
        return try JSONDecoder().decode(Payload.self, from: Data(bytes)).aps.alert
    }

    @Test(
        "has its text cut between two scalars, as late as it fits",
        arguments: ["a", "é", "界", "😀", "\"", "\\", "\u{1}", "/", "e\u{301}", "👨‍👩‍👧", "a界😀\n"]
    )
    func cut(part: String) throws {
        let text = String(repeating: part, count: 5_000)
        let alert = try Self.alert(of: PushFixture.message(body: text))
        #expect(alert.body.unicodeScalars.last == "…")
        let kept = Array(alert.body.unicodeScalars.dropLast())
        #expect(Array(text.unicodeScalars.prefix(kept.count)) == kept)
        // One scalar more does not fit.
        let more = String(String.UnicodeScalarView(text.unicodeScalars.prefix(kept.count + 1)))
        let bytes = try #require(APNsPayload.bytes(of: PushFixture.message(body: more + "…")))
        #expect(
            try JSONDecoder().decode(Payload.self, from: Data(bytes)).aps.alert.body != more + "…"
        )
    }

    @Test("is whole up to its last byte")
    func whole() throws {
        let empty = try #require(APNsPayload.bytes(of: PushFixture.message(body: "")))
        let room = 4_096 - empty.count
        let fits = String(repeating: "a", count: room)
        #expect(try Self.alert(of: PushFixture.message(body: fits)).body == fits)
        let cut = try Self.alert(of: PushFixture.message(body: fits + "a")).body
        #expect(cut == String(repeating: "a", count: room - 3) + "…")
    }

    @Test("has a title of two hundred scalars at most, whatever they are")
    func titles() throws {
        for part in ["a", "\u{1}", "😀"] {
            let title = String(repeating: part, count: 100_000)
            let alert = try Self.alert(of: PushFixture.message(title: title))
            #expect(alert.title.unicodeScalars.count == 201)
            #expect(alert.body == PushFixture.message().body)
        }
    }

    @Test("is nothing where its data alone is too long")
    func data() throws {
        let most = String(repeating: "x", count: 3_700)
        #expect(APNsPayload.bytes(of: PushFixture.message(data: ["a": most])) != nil)
        #expect(APNsPayload.bytes(of: PushFixture.message(data: ["a": most + most])) == nil)
    }
}
