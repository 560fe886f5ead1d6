import Kernel
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Open streams")
struct OpenStreamsTests {
    private func member(_ number: Int) -> ID<Entity.Member> {
        ID(RawID(high: 1, low: UInt64(number)))
    }

    @Test("are 400 all together, whoever they are of, and one more when one ends")
    func together() {
        let streams = OpenStreams()
        var places: [OpenStreams.Place?] = []
        for number in 0..<400 { places.append(streams.open(for: member(number))) }
        #expect(!places.contains { $0 == nil })
        #expect(streams.count == 400)
        #expect(streams.open(for: member(0)) == nil)
        #expect(streams.open(for: member(1_000)) == nil)
        #expect(streams.count == 400)
        places.removeLast()
        let next = streams.open(for: member(1_000))
        #expect(next != nil)
        #expect(streams.open(for: member(1_001)) == nil)
        withExtendedLifetime(next) {}
    }

    @Test("are as few as is said")
    func few() {
        let streams = OpenStreams(perMember: 2, total: 3)
        var places = [1, 1, 2].map { streams.open(for: member($0)) }
        #expect(!places.contains { $0 == nil })
        #expect(streams.open(for: member(3)) == nil)
        places.removeLast()
        #expect(streams.open(for: member(1)) == nil)
        #expect(streams.open(for: member(3)) != nil)
        withExtendedLifetime(places) {}
    }

    @Test("are eight of one member, and of another as many")
    func ofOne() {
        let streams = OpenStreams()
        var places: [OpenStreams.Place?] = []
        for _ in 0..<8 { places.append(streams.open(for: member(1))) }
        #expect(!places.contains { $0 == nil })
        #expect(streams.open(for: member(1)) == nil)
        #expect(streams.open(for: member(2)) != nil)
        places.removeFirst()
        #expect(streams.open(for: member(1)) != nil)
        #expect(streams.count == 7)
    }
}
