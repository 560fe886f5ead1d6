import Testing

@testable import Operations

@Suite("A memory of two halves")
struct TwoHalvesTests {
    private struct Sized: TakesMemory {
        let bytes: Int
    }

    @Test("forgets what was kept first, half of it at a time")
    func halves() {
        var memory = TwoHalves<Int, Sized>(bytesMost: 100)
        for key in 1...5 { memory.keep(Sized(bytes: 10), for: key) }
        #expect(memory.count == 5 && memory.half == 0)
        // The sixth is too much for half of it: all six are the older half now.
        memory.keep(Sized(bytes: 10), for: 6)
        #expect(memory.count == 6 && memory.half == 1)
        for key in 7...11 { memory.keep(Sized(bytes: 10), for: key) }
        #expect(memory.count == 11 && memory[1] != nil)
        memory.keep(Sized(bytes: 10), for: 12)
        #expect(memory.count == 6 && memory.half == 2)
        #expect(memory[1] == nil && memory[6] == nil && memory[7] != nil && memory[12] != nil)
    }

    @Test("counts a key once, and what is replaced takes no room")
    func replaced() {
        var memory = TwoHalves<Int, Sized>(bytesMost: 100)
        for _ in 0..<20 { memory.keep(Sized(bytes: 40), for: 1) }
        #expect(memory.count == 1 && memory.half == 0)
        memory.keep(Sized(bytes: 5), for: 1)
        memory.keep(Sized(bytes: 45), for: 2)
        #expect(memory.count == 2 && memory.half == 0)
        memory.keep(Sized(bytes: 1), for: 3)
        #expect(memory.half == 1)
        // In both halves it is the younger one that is found, and it is counted once.
        memory.keep(Sized(bytes: 7), for: 1)
        #expect(memory.count == 3 && memory[1]?.bytes == 7 && memory[2]?.bytes == 45)
    }

    @Test("keeps what alone is larger than half of it until the next one")
    func large() {
        var memory = TwoHalves<Int, Sized>(bytesMost: 100)
        memory.keep(Sized(bytes: 60), for: 1)
        #expect(memory.half == 1 && memory[1] != nil)
        memory.keep(Sized(bytes: 60), for: 2)
        #expect(memory.half == 2 && memory[1] == nil && memory[2] != nil)
    }
}
