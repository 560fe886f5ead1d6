import Contract
import Kernel
import Rewards

/// What a member says that points are worth, each program once.
struct OwnPointValues {
    private let sent: [(program: String, hundredths: Int64)]

    /// Reads what was sent.
    ///
    /// - Throws: ``Problem`` `invalid` with the place of each program that is not known, or that
    ///   was named before.
    init(_ inputs: [API.Rewards.PointValueInput]) throws {
        var sent: [(program: String, hundredths: Int64)] = []
        var faults: [Fault] = []
        for (place, input) in inputs.enumerated() {
            let field = "pointValues[\(place)].program"
            guard let program = PointValues.program(written: input.program) else {
                faults.append(Fault(field: field, rule: Self.rule))
                continue
            }
            if sent.contains(where: { $0.program == program }) {
                faults.append(Fault(field: field, rule: "is there twice"))
            }
            sent.append((program, input.centsPerPoint.minor))
        }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
        self.sent = sent
    }

    /// The values; one that is what the member said before keeps its day.
    func values(after former: [PointValue], on today: CivilDay) -> [PointValue] {
        sent.map { program, hundredths in
            let same = former.first { $0.program == program && $0.hundredths == hundredths }
            return same
                ?? PointValue(
                    program: program,
                    hundredths: hundredths,
                    judgedOn: today,
                    source: PointValue.ownSource
                )
        }
    }

    private static let rule: String = {
        let names = PointValues.programs
        return "must be \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
    }()
}

extension API.Rewards.PointValue {
    /// A value as answers show it.
    init(_ value: PointValue) {
        self.init(
            program: value.program,
            centsPerPoint: API.Rewards.CentsPerPoint(minor: value.hundredths),
            judgedOn: WireDay(value.judgedOn)
        )
    }
}
