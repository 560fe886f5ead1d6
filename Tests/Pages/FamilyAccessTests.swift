import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("The family's pages, for whom they are not")
struct FamilyAccessTests {
    @Test("give a child, and another family, no more than the API gives them")
    func access() async throws {
        try await withFamily { family in
            let chore = ["do": "assign-chore", "title": "Dishes", "reward": "1"]
            #expect(try await family.change(chore).status == 303)
            let thing = try #require(try await family.chores().first).id.text
            #expect(try await family.doOwn(["do": "finish-chore", "id": thing]).status == 303)

            let toOwn = try await family.get(family.path, as: family.childs)
            #expect(toOwn.status == 303)
            #expect(toOwn.headers["Location"] == FamilyVisit.home)
            let own = try await family.get(FamilyVisit.home, as: family.childs)
            let token = WebVisit.hidden(own.text, to: FamilyVisit.home)
            for fields in [
                FamilyVisit.pay, chore, ["do": "approve-chore", "id": thing], ["do": "resume"],
                ["do": "reject-chore", "id": thing, "reason": "x"], ["do": "end-schedule"],
                ["do": "deposit", "amount": "1"], ["do": "pause", "reason": "x"],
                ["do": "set-pool", "balance": ""], ["do": "delete-chore", "id": thing],
                ["do": "split", "spend": "100", "save": "0", "give": "0"],
            ] {
                for path in [FamilyVisit.home, family.path] {
                    family.server.clock.advance(seconds: 1)
                    let answer = try await family.childs.post(path, token.merging(fields) { $1 })
                    #expect(answer.status == 403, "\(path) \(fields)")
                }
            }
            #expect(try await family.balance() == 0)
            #expect(try await family.chores().map(\.state) == [.done])

            let stranger = try await family.server.registerParent("other@example.com")
            let other = try await WebVisit.signedIn(stranger, family.server)
            let theirs = try await family.get(FamilyVisit.home, as: other)
            #expect(!theirs.text.contains("Alice"))
            let hidden = WebVisit.hidden(theirs.text, to: FamilyVisit.home)
            #expect(try await family.get(family.path, as: other).status == 404)
            let wrong = FamilyVisit.pay.merging(["amount": "x"]) { $1 }
            for fields in [FamilyVisit.pay, wrong, ["do": "approve-chore", "id": thing]] {
                let answer = try await other.post(family.path, hidden.merging(fields) { $1 })
                #expect(answer.status == 404, "\(fields)")
            }
            #expect(try await family.balance() == 0)
        }
    }

    @Test("do nothing for a form of another site, or one that nobody made")
    func forms() async throws {
        try await withFamily { family in
            let page = try await family.get(family.path, as: family.parents)
            #expect(try await family.parents.post(family.path, FamilyVisit.pay).status == 400)
            let unknown = ["do": "everything"]
            let nothing = try await family.send(page, to: family.path, unknown, as: family.parents)
            #expect(nothing.status == 404)
            #expect(try await family.balance() == 0)
            for path in ["\(FamilyVisit.home)/x", "\(family.path)?page=0"] {
                #expect(try await family.get(path, as: family.parents).status == 404, "\(path)")
            }
            let past = "\(FamilyVisit.home)/past?page=x"
            #expect(try await family.get(past, as: family.childs).status == 404)
            let stranger = WebVisit(family.server)
            #expect(try await family.get(family.path, as: stranger).status == 303)
        }
    }
}
