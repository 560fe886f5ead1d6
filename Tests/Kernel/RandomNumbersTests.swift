import Kernel
import Testing

@Suite("Random numbers")
struct RandomNumbersTests {
    @Test("are handed out once each, over many fetches and by many callers at once")
    func distinct() async {
        let numbers = RandomNumbers()
        let drawn = await withTaskGroup(of: [UInt64].self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<1_000).map { _ in numbers.next() } }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(drawn).count == 8_000)
    }

    @Test("use every bit, each about half of the time")
    func bits() {
        let numbers = RandomNumbers()
        var ones = [Int](repeating: 0, count: 64)
        for _ in 0..<4_096 {
            let number = numbers.next()
            for bit in ones.indices where number >> UInt64(bit) & 1 == 1 { ones[bit] += 1 }
        }
        // 4,096 fair throws stay within 8 standard deviations of 2,048.
        #expect(ones.allSatisfy { abs($0 - 2_048) < 256 })
    }
}
