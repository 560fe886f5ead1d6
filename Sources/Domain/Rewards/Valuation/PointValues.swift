import Kernel

/// What the points of all programs are taken to be worth, by one member.
public struct PointValues: Hashable, Sendable {
    /// What Purser takes them to be worth.
    public static let standard = PointValues(own: [])

    /// All programs, in alphabetical order; a value of another is not taken.
    public static let programs = standardHundredths.keys.sorted()

    /// The program that is meant: its name in any case, or that of a point type.
    ///
    /// - Returns: `nil` for what is none of ``programs``.
    public static func program(written text: String) -> String? {
        if let type = PointType(written: text) { return type.displayValue }
        guard text.utf8.count <= 256 else { return nil }
        let name = text.lowercased()
        return programs.first { $0.lowercased() == name }
    }

    private var byProgram: [String: PointValue]

    /// Takes a member's own values; of programs without one the standard value stays.
    ///
    /// - Parameter own: Values of ``programs``; others are passed over, and of two the last counts.
    public init(own: [PointValue]) {
        byProgram = Self.standardValues
        for value in own where byProgram[value.program] != nil {
            byProgram[value.program] = value
        }
    }

    /// The value of a program's points; `nil` for a program that is not known.
    public subscript(program: String) -> PointValue? { byProgram[program] }

    /// All values, by the names of their programs.
    public var all: [PointValue] {
        Self.programs.compactMap { byProgram[$0] }
    }

    /// What a point of a card's row is worth, in hundredths of a cent.
    ///
    /// A card that was added from the catalogue earns the points of the program that stands there,
    /// in rows of the point type that stands for it; any other row earns its point type.
    func hundredths(of type: PointType, on card: RewardCard) -> Int64 {
        let listed = card.source.flatMap { CardCatalogue.standard.card(id: $0.catalogueID) }
        let program = listed.flatMap { $0.pointType == type ? $0.programBesides : nil }
        let value = byProgram[program ?? type.displayValue]
        return value?.hundredths ?? Self.moneyHundredths
    }
}
