public import Kernel

/// What a point of a program is taken to be worth, by whom, and when.
public struct PointValue: Hashable, Sendable {
    /// The program, as the catalogue and the point types spell it: `MR`, `Delta SkyMiles`.
    public let program: String
    /// Hundredths of a cent for each point, 0...``Limits/pointValueHundredths``; 100 for money.
    public let hundredths: Int64
    /// The day of the judgement.
    public let judgedOn: CivilDay
    /// Whose judgement it is, or where it was read.
    public let source: String

    /// The source of what members say themselves.
    public static let ownSource = "the member"

    /// Tells what a point is worth.
    public init(program: String, hundredths: Int64, judgedOn: CivilDay, source: String) {
        precondition((0...Limits.pointValueHundredths).contains(hundredths), "a value is bounded")
        self.program = program
        self.hundredths = hundredths
        self.judgedOn = judgedOn
        self.source = source
    }
}
