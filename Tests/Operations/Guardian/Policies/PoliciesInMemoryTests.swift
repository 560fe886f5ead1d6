import Foundation
import Guardian
import Kernel
import Testing

@testable import Operations

@Suite("The policies of those who bought last")
struct PoliciesInMemoryTests {
    private static func member(_ number: UInt64) -> ID<Entity.Member> {
        ID(RawID(high: 0, low: number))
    }

    private static func held(
        _ version: Int64,
        merchants: Int = 1
    ) throws -> PoliciesInMemory.Held {
        let names = (0..<merchants).map { #""merchant number \#($0)""# }.joined(separator: ",")
        let json = Data(#"{"merchant":[\#(names)]}"#.utf8)
        let policy = Policy(
            id: ID(RawID(high: 0, low: 1)),
            name: "Shops",
            condition: try JSONDecoder().decode(PolicyCondition.self, from: json),
            action: .decline,
            state: .live,
            createdAt: Timestamp(seconds: 0)
        )
        return PoliciesInMemory.Held(PreparedPolicies([policy]), version: version)
    }

    @Test("are found for the position of the chain that they are of, and no other")
    func versions() throws {
        let memory = PoliciesInMemory(try ScoringModel.carried())
        let (member, held) = (Self.member(1), try Self.held(7))
        #expect(memory.find(of: member, version: 7) == nil)
        memory.keep(held, of: member)
        #expect(memory.find(of: member, version: 7) === held)
        for version: Int64 in [6, 8] { #expect(memory.find(of: member, version: version) == nil) }
        #expect(memory.find(of: Self.member(2), version: 7) == nil)
    }

    @Test("are those further along the chain, whichever call is the last to keep its own")
    func races() throws {
        let memory = PoliciesInMemory(try ScoringModel.carried())
        let (old, new) = (try Self.held(7), try Self.held(9))
        memory.keep(new, of: Self.member(1))
        memory.keep(old, of: Self.member(1))
        #expect(memory.find(of: Self.member(1), version: 9) === new)
        #expect(memory.find(of: Self.member(1), version: 7) == nil)
        memory.keep(try Self.held(10), of: Self.member(1))
        #expect(memory.find(of: Self.member(1), version: 9) == nil)
    }

    @Test("are never more than there is room for, and those of who comes again stay")
    func bounded() throws {
        let memory = PoliciesInMemory(try ScoringModel.carried(), bytesMost: 200_000)
        let guest = Self.member(0)
        let kept = try Self.held(1, merchants: 50)
        for number in 1...1_000 {
            memory.keep(kept, of: guest)
            memory.keep(try Self.held(1, merchants: 50), of: Self.member(UInt64(number)))
            #expect(memory.find(of: guest, version: 1) === kept)
            // Each is larger than the text of its names.
            #expect(memory.count * 50 * 20 < 200_000)
        }
        #expect(memory.count > 1)
        #expect(memory.find(of: Self.member(1), version: 1) == nil)
    }
}
