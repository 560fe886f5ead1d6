import Kernel

extension API.Rewards {
    /// From nothing to 10 cents.
    public enum PointValueBounds: NumberBounds {
        /// In hundredths of a cent.
        public static let range: ClosedRange<Int64> = 0...Limits.pointValueHundredths
    }

    /// What a point is worth, in cents.
    public typealias CentsPerPoint = BoundedAmount<PointValueBounds>

    /// What the caller takes a point of a program to be worth.
    public struct PointValue: Codable, Sendable, Equatable {
        /// The program.
        public let program: String
        /// What a point is worth, in cents.
        public let centsPerPoint: CentsPerPoint
        /// The household's day on which the caller said so.
        public let judgedOn: WireDay

        /// Makes a value.
        public init(program: String, centsPerPoint: CentsPerPoint, judgedOn: WireDay) {
            self.program = program
            self.centsPerPoint = centsPerPoint
            self.judgedOn = judgedOn
        }
    }

    /// What a point of a program is to be worth to the caller from now on.
    public struct PointValueInput: Codable, Sendable, Equatable {
        /// The program, such as `MR` or `Delta SkyMiles`, in any case.
        public let program: String
        /// What a point is worth, in cents, 0...10.
        public let centsPerPoint: CentsPerPoint

        /// Makes a value.
        public init(program: String, centsPerPoint: CentsPerPoint) {
            self.program = program
            self.centsPerPoint = centsPerPoint
        }

        /// The value as it was read.
        public init(_ value: PointValue) {
            self.init(program: value.program, centsPerPoint: value.centsPerPoint)
        }
    }
}
