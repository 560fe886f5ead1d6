import Kernel
import Testing

@Suite("Limits")
struct LimitsTests {
    @Test("the relations that the program relies on hold")
    func relations() {
        #expect(Limits.firstBrokenRelation() == nil)
    }
}
