import Kernel

extension API.Rewards {
    /// From nothing to 10 cents.
    public enum PointValueBounds: NumberBounds {
        /// In hundredths of a cent.
        public static let range: ClosedRange<Int64> = 0...Limits.pointValueHundredths
    }

    /// What a point is worth, in cents.
    public typealias CentsPerPoint = BoundedAmount<PointValueBounds>

    /// What a point of a program is taken to be worth.
    public struct PointValue: Codable, Sendable, Equatable {
        /// The program.
        public let program: String
        /// What a point is worth, in cents.
        public let centsPerPoint: CentsPerPoint
        /// The day of the judgement.
        public let judgedOn: WireDay
        /// Whose judgement it is.
        public let source: String

        /// Makes a value.
        public init(
            program: String,
            centsPerPoint: CentsPerPoint,
            judgedOn: WireDay,
            source: String
        ) {
            self.program = program
            self.centsPerPoint = centsPerPoint
            self.judgedOn = judgedOn
            self.source = source
        }
    }

    /// What the caller takes a point of a program to be worth.
    public struct PointValueInput: Codable, Sendable, Equatable {
        /// The program, as preferences list it.
        public let program: String
        /// What a point is worth, in cents, 0...10.
        public let centsPerPoint: CentsPerPoint

        /// Makes a value.
        public init(program: String, centsPerPoint: CentsPerPoint) {
            self.program = program
            self.centsPerPoint = centsPerPoint
        }
    }
}
