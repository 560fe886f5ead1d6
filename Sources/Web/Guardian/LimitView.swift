import Contract
import Kernel

/// One monthly limit with how far it is used, and what changes it.
struct LimitView: PageView {
    static let template = "limit"

    let meter: Meter
    /// What changes it and what removes it, where the reader may.
    let forms: [ActionForm]

    init(
        _ progress: API.Guardian.RuleProgress,
        of person: String?,
        forms: [ActionForm] = [],
        _ format: PageFormat
    ) {
        let level = Level(progress)
        let (spent, limit) = (progress.spentMTDCents, progress.limitCents)
        let isBlocked = level == .blocked
        let spentText = format.money(minor: spent)
        let percent = isBlocked ? 100 : (progress.utilization?.tenThousandths ?? 0) / 100
        let left =
            switch level {
            case .blocked: "Nothing may be bought here."
            case .over: "\(format.money(minor: spent - limit)) over the limit."
            default: "\(format.money(minor: max(0, limit - spent))) left this month."
            }
        meter = Meter(
            CategoryName.text(progress.category),
            of: person,
            level.kind,
            tag: Tag(level.kind, level.word, icon: level.icon),
            sum: isBlocked ? spentText : "\(spentText) of \(format.money(minor: limit))",
            percent: percent,
            label: isBlocked
                ? "No money is allowed here" : "\(format.number(percent)) % used",
            left
        )
        self.forms = forms
    }

    /// How far a limit is used, which a word, a shape and a colour say.
    enum Level {
        case onCourse
        case nearlyUsed
        case almostGone
        case over
        case blocked

        /// Under 70 per cent, up to 90, and above.
        init(_ progress: API.Guardian.RuleProgress) {
            guard progress.limitCents > 0 else {
                self = .blocked
                return
            }
            guard progress.spentMTDCents <= progress.limitCents else {
                self = .over
                return
            }
            switch progress.utilization?.tenThousandths ?? 0 {
            case ..<7_000: self = .onCourse
            case ...9_000: self = .nearlyUsed
            default: self = .almostGone
            }
        }

        var kind: Tag.Kind {
            switch self {
            case .onCourse: .good
            case .nearlyUsed: .warn
            case .almostGone, .over, .blocked: .bad
            }
        }

        var icon: String {
            switch self {
            case .onCourse: "check"
            case .nearlyUsed, .almostGone: "alert"
            case .over, .blocked: "cross"
            }
        }

        var word: String {
            switch self {
            case .onCourse: "on course"
            case .nearlyUsed: "nearly used"
            case .almostGone: "almost gone"
            case .over: "over"
            case .blocked: "blocked"
            }
        }
    }
}
