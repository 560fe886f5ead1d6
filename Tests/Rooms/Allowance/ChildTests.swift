import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A child of a family")
struct ChildTests {
    @Test("shows its days as local midnights, once it was paid", arguments: Engine.all)
    func days(engine: Engine) async throws {
        try await withWallet(engine, zone: "America/New_York") { family in
            try await family.execute(
                """
                UPDATE allowances SET last_paid_day = 20094, last_due_day = 20094,
                    next_due_day = 20101
                """
            )
            let child = try await family.child.purser.call(
                API.Allowance.getChild,
                .init(childID: family.id)
            )
            #expect(child.lastAllowanceDate?.instant.text == "2025-01-06T05:00:00Z")
            #expect(child.nextAllowanceDate?.instant.text == "2025-01-13T05:00:00Z")
            let balance = try await family.get(
                "/transactions/children/\(family.id.text)/balance"
            )
            #expect(
                balance.text == """
                    {"childId":"\(family.id.text)","currentBalance":0,"weeklyAllowance":10,\
                    "lastAllowanceDate":"2025-01-06T05:00:00Z"}
                    """
            )
        }
    }

    @Test(
        "may look at itself, and at nothing that is a sibling's or a parent's",
        arguments: Engine.all
    )
    func roles(engine: Engine) async throws {
        try await withWallet(engine, holding: "5") { family in
            let bob = try await family.registerSibling().childID.text
            let before = try await family.server.contents()
            let own = family.id.text
            for (path, status) in [
                ("/children/\(own)", 200), ("/transactions/children/\(own)", 200),
                ("/transactions/children/\(own)/balance", 200), ("/dashboard/child", 200),
                ("/children/\(bob)", 404), ("/transactions/children/\(bob)", 404),
                ("/transactions/children/\(bob)/balance", 404), ("/dashboard/parent", 403),
            ] {
                let answer = try await family.get(path, as: family.child)
                #expect(answer.status == status, "\(path)")
                if status == 403 { #expect(try answer.string("error.code") == "FORBIDDEN") }
                if status == 404 { #expect(try answer.string("error.code") == "NOT_FOUND") }
            }
            // Whose wallet it is, and whether the body is right, is not even looked at.
            let token = family.child.token
            for body in [
                #"{"childId":"\#(own)","amount":1,"type":"Credit","description":"a"}"#, "{}",
            ] {
                let path = "/api/v1/transactions"
                let answer = try await family.server.post(path, body, token: token)
                #expect(answer.status == 403)
            }
            for id in [own, bob, "x"] {
                let path = "/api/v1/children/\(id)"
                let answer = try await family.server.raw("DELETE", path, nil, token: token)
                #expect(answer.status == 403)
            }
            #expect(try await family.get("/dashboard/child").status == 403)
            #expect(try await family.server.contents() == before)
        }
    }

    @Test("is not there for another family, nor for one who guesses", arguments: Engine.all)
    func strangers(engine: Engine) async throws {
        try await withWallet(engine, holding: "5") { family in
            let stranger = try await family.server.registerParent("stranger@example.com")
            let theirs = try await family.server.registerChild("kid@example.com", of: stranger)
            let before = try await family.server.contents()
            let ids = [
                family.id.text, family.child.id.text, "00000000-0000-0000-0000-000000000000",
                "1", "x", "%27%20OR%201=1",
            ]
            for id in ids {
                for member in [stranger, theirs] {
                    for path in [
                        "/children/\(id)", "/transactions/children/\(id)",
                        "/transactions/children/\(id)/balance",
                    ] {
                        let answer = try await family.get(path, as: member)
                        #expect(answer.status == 404, "\(path)")
                        #expect(try answer.string("error.code") == "NOT_FOUND")
                        #expect(!answer.text.contains("alice"))
                    }
                }
                let answer = try await family.server.raw(
                    "DELETE",
                    "/api/v1/children/\(id)",
                    nil,
                    token: stranger.token
                )
                #expect(answer.status == 404)
            }
            let moved = try await family.server.post(
                "/api/v1/transactions",
                """
                {"childId":"\(family.id.text)","amount":1,"type":"Debit","description":"a"}
                """,
                token: stranger.token
            )
            #expect(moved.status == 404)
            #expect(try await family.server.contents() == before)
        }
    }

    @Test("is named in either case, and answers in lower case", arguments: Engine.all)
    func cases(engine: Engine) async throws {
        try await withWallet(engine, holding: "5") { family in
            let lower = family.id.text
            let upper = lower.uppercased()
            for path in ["/children/ID", "/transactions/children/ID"] {
                let one = try await family.get(path.replacing("ID", with: lower))
                let other = try await family.get(path.replacing("ID", with: upper))
                #expect(one.status == 200)
                #expect(one.body == other.body)
                #expect(one.text.contains(lower))
            }
            let moved = try await family.server.post(
                "/api/v1/transactions",
                #"{"childId":"\#(upper)","amount":1,"type":"Debit","description":"a"}"#,
                token: family.parent.token
            )
            #expect(moved.status == 201)
            #expect(try moved.string("childId") == lower)
        }
    }
}
