import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Monthly limits")
struct RulesTests {
    @Test("are set, listed by id and set anew under the same id", arguments: Engine.all)
    func upsert(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            #expect(try await parent.rules() == [])
            let fun = try await parent.setRule("fun", 20_000)
            let food = try await parent.setRule("Fast Food", 0)
            #expect(fun.category == "fun" && fun.monthlyLimitCents == 20_000)
            #expect(food.category == "fast_food" && food.monthlyLimitCents == 0)
            #expect(food.id > fun.id)
            #expect(try await parent.rules() == [fun, food])
            let again = try await parent.setRule(" FUN ", 5)
            #expect(again == API.Guardian.Rule(id: fun.id, category: "fun", monthlyLimitCents: 5))
            #expect(try await parent.rules() == [again, food])
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test(
        "are kept by the category's code, or by the member's own word in lower case",
        arguments: [
            ("Rent & Bills", "rent_bills"), ("Online Shopping", "misc_online"),
            ("Pharmacy & Health", "pharmacy_health"), ("Subscriptions", "subscription"),
            ("GAMES", "games"), (" Tante Ömer ", "tante ömer"), ("rent_bills", "rent_bills"),
        ]
    )
    func categories(word: String, code: String) async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            #expect(try await parent.setRule(word, 1).category == code)
        }
    }

    @Test("are at most 200 for a member; one of them may still be set anew", arguments: Engine.all)
    func most(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            for number in 1...200 { _ = try await parent.setRule("word \(number)", 1) }
            let before = try await server.contents()
            let error = await refusal { try await parent.setRule("word 201", 1) }
            #expect(error?.status == 409)
            #expect(error?.code == "conflict")
            #expect(try await server.contents() == before)
            _ = try await parent.setRule("Word 200", 2)
            #expect(try await parent.rules().count == 200)
            let child = try await server.registerChild(of: parent)
            _ = try await parent.setRule("fun", 1, for: child.id.text)
        }
    }

    @Test("of a child are its parent's to set, by any form of its id", arguments: Engine.all)
    func child(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let number = try await child.purser.call(API.Banking.currentUser).id
            let forms = [child.id.text, child.id.text.uppercased(), String(number)]
            for (index, form) in forms.enumerated() {
                let rule = try await parent.setRule("fun", Int64(index), for: form)
                #expect(try await child.rules() == [rule])
                #expect(try await parent.rules(of: form) == [rule])
            }
            let raw = try await server.post(
                "/rules",
                #"{"category":"fun","monthly_limit_cents":9,"user_id":\#(number)}"#,
                token: parent.token
            )
            #expect(raw.status == 200)
            #expect(try await child.rules().map(\.monthlyLimitCents) == [9])
            #expect(try await child.rules(of: child.id.text) == child.rules())
            #expect(try await parent.rules() == [])
        }
    }

    @Test("cannot be set by a child, for nobody", arguments: Engine.all)
    func byChild(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let before = try await server.contents()
            for subject in [nil, child.id.text, parent.id.text] {
                let rule = await refusal { try await child.setRule("fun", 1, for: subject) }
                #expect(rule?.status == 403)
                #expect(rule?.code == "forbidden")
                let override = await refusal { try await child.override(5_000, for: subject) }
                #expect(override?.status == 403)
                #expect(override?.code == "forbidden")
            }
            #expect(try await server.contents() == before)
        }
    }

    @Test("of whom one may not speak for do not exist, whoever that is", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let sibling = try await server.registerChild("bob@example.com", of: parent)
            let stranger = try await server.registerParent("stranger@example.com")
            let strangeChild = try await server.registerChild("kid@example.com", of: stranger)
            let number = try await stranger.purser.call(API.Banking.currentUser).id
            let nobody = [
                "0", "-1", "99999", "99999999999999999999", "x", "null",
                "00000000-0000-0000-0000-000000000000", String(number), stranger.id.text,
                strangeChild.id.text, "stranger@example.com", "' OR 1=1 --",
            ]
            let before = try await server.contents()
            for subject in nobody {
                for error in [
                    await refusal { try await parent.rules(of: subject) },
                    await refusal { try await parent.setRule("fun", 1, for: subject) },
                    await refusal { try await parent.override(5_000, for: subject) },
                    await refusal { try await child.rules(of: subject) },
                ] {
                    #expect(error?.status == 404, "\(subject)")
                    #expect(error?.code == "not found")
                }
            }
            for subject in [parent.id.text, sibling.id.text] {
                let error = await refusal { try await child.rules(of: subject) }
                #expect(error?.status == 404)
            }
            #expect(try await server.contents() == before)
        }
    }
}
