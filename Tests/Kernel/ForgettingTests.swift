import Kernel
import Testing

@Suite("A memory that is full")
struct ForgettingTests {
    private func memory(_ count: Int, _ age: (Int) -> Int) -> [Int: Int64] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, Int64(age($0))) })
    }

    @Test("forgets its oldest tenth")
    func tenth() {
        var memory = memory(100) { $0 }
        memory.forgetOldest(of: 100) { $0 }
        #expect(memory.keys.sorted() == Array(10..<100))
        memory.forgetOldest(of: 100) { $0 }
        #expect(memory.count == 90)
    }

    @Test("forgets of those that are equally old only as many as it must")
    func equals() {
        var halves = memory(100) { $0 % 2 }
        halves.forgetOldest(of: 100) { $0 }
        #expect(halves.values.count { $0 == 0 } == 40)
        #expect(halves.values.count { $0 == 1 } == 50)
        var others = memory(100) { $0 == 7 ? 0 : 1 }
        others.forgetOldest(of: 100) { $0 }
        #expect(others.count == 90)
        #expect(others[7] == nil)
    }

    @Test("makes room for one where a tenth is less than one")
    func small() {
        var memory = memory(3) { $0 }
        memory.forgetOldest(of: 3) { $0 }
        #expect(memory.keys.sorted() == [1, 2])
    }
}
