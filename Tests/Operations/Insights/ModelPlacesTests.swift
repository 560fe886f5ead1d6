import Kernel
import Testing

@testable import Operations

@Suite("Places for a language model's answers")
struct ModelPlacesTests {
    private static let member: ID<Entity.Member> = ID(RawID(high: 1, low: 1))
    private static let other: ID<Entity.Member> = ID(RawID(high: 2, low: 1))

    /// Takes places of a member until there is none, and tells how many there were.
    private func taken(_ places: ModelPlaces, by member: ID<Entity.Member>) async -> Int {
        let further = await places.with(member) { await taken(places, by: member) }
        return further.map { $0 + 1 } ?? 0
    }

    @Test("are given back when the answer is there, however often they were taken")
    func givenBack() async {
        let places = ModelPlaces()
        for _ in 0..<(Limits.modelAnswersAtOnce * 2) {
            #expect(await places.with(Self.member) { 7 } == 7)
        }
        for _ in 0..<3 {
            #expect(await taken(places, by: Self.member) == Limits.modelAnswersPerMember)
        }
    }

    @Test("of one member are not another's")
    func others() async {
        let places = ModelPlaces()
        let left = await places.with(Self.member) { await taken(places, by: Self.other) }
        #expect(left == Limits.modelAnswersPerMember)
    }
}
