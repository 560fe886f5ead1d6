import Foundation
import Testing

@testable import Guardian
@testable import GuardianTraining

@Suite("Mathematics that is the same everywhere")
struct PortableMathTests {
    /// How many units in the last place two numbers differ by.
    private static func distance(_ one: Double, _ other: Double) -> Double {
        abs(one - other) / max(abs(other).ulp, .leastNonzeroMagnitude)
    }

    @Test("exponential and logarithm are within two units in the last place")
    func accuracy() {
        var chance = SeededChance(state: 5)
        for _ in 0..<5_000 {
            let x = 1_400 * chance.uniform() - 700
            #expect(Self.distance(PortableMath.exp(x), Foundation.exp(x)) <= 2, "exp \(x)")
            let y = Foundation.exp(x)
            #expect(Self.distance(PortableMath.log(y), Foundation.log(y)) <= 2, "log \(y)")
            let near = 0.5 + chance.uniform()
            #expect(Self.distance(PortableMath.log(near), Foundation.log(near)) <= 2, "log \(near)")
        }
    }

    @Test("at the ends they are what they must be")
    func ends() {
        #expect(PortableMath.exp(0) == 1)
        #expect(PortableMath.exp(1_000) == .infinity)
        #expect(PortableMath.exp(-1_000) == 0)
        #expect(PortableMath.log(1) == 0)
        #expect(PortableMath.logistic(0) == 0.5)
        #expect(PortableMath.logistic(1e12) == 1)
        #expect(PortableMath.logistic(-1e12) == 0)
        #expect(abs(PortableMath.log(.leastNonzeroMagnitude) + 744.44) < 0.01)
    }

    @Test("the bits are these on every machine")
    func bits() {
        #expect(PortableMath.exp(1).bitPattern == 0x4005_BF0A_8B14_576A)
        #expect(PortableMath.log(10).bitPattern == 0x4002_6BB1_BBB5_5516)
        #expect(PortableMath.logistic(0.3).bitPattern == 0x3FE2_61D5_45E4_6A8B)
    }

    @Test("log-odds and probability undo each other", arguments: [0.05, 0.35, 0.5, 0.75, 0.95])
    func inverse(p: Double) {
        #expect(abs(PortableMath.logistic(PortableMath.logit(p)) - p) < 1e-15)
    }
}
