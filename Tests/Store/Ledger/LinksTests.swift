import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("Stored edits, decisions and annotations")
struct LinksTests {
    @Test(
        "edits come back as they were made, the operator's without an author",
        arguments: Engine.all
    )
    func edits(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let own = Edit(
                    id: id(2),
                    household: seed.household,
                    author: nil,
                    kind: Edit.Kind(rawValue: "later.kind"),
                    subject: "",
                    body: "{}",
                    madeAt: Seed.now
                )
                let first = try Edits.append(seed.edit(id(1)), to: seed.origin, in: session)
                let second = try Edits.append(own, to: first, in: session)
                let links = try Edits.links(of: seed.household, after: 0, in: session)
                #expect(links.map(\.record) == [seed.edit(id(1)), own])
                #expect(links.map(\.sequence) == [1, 2])
                #expect(links.map(\.previousHash) == [ChainLink.genesis, first.hash])
                #expect(links.map(\.hash) == [first.hash, second.hash])
                let rest = try Edits.links(of: seed.household, after: 1, in: session)
                #expect(rest.map(\.record) == [own])
            }
        }
    }

    @Test("decisions come back with their facts", arguments: Engine.all)
    func decisions(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let all = [seed.decision(id(1)), seed.decision(id(2), override: id(3))]
                let first = try Decisions.append(all[0], to: seed.origin, in: session)
                let second = try Decisions.append(all[1], to: first, in: session)
                let links = try Decisions.links(of: seed.household, after: 0, in: session)
                #expect(links.map(\.record) == all)
                #expect(links.map(\.hash) == [first.hash, second.hash])
                #expect(first.hash != second.hash)
                let rest = try Decisions.links(of: seed.household, after: 1, in: session)
                #expect(rest.map(\.sequence) == [2])
            }
        }
    }

    @Test("an annotation takes the place of the former one", arguments: Engine.all)
    func annotations(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                _ = try seed.append(seed.transfer(id(1)), to: seed.origin, in: session)
                #expect(try Annotations.find(id(1), in: session) == nil)
                for annotation in [
                    AnnotationRecord(category: "Shopping", notes: "a\nb"),
                    AnnotationRecord(category: nil, notes: "c"), AnnotationRecord(),
                ] {
                    try Annotations.save(
                        annotation,
                        of: id(1),
                        by: seed.parent,
                        now: Seed.now,
                        in: session
                    )
                    #expect(try Annotations.find(id(1), in: session) == annotation)
                }
            }
        }
    }
}
