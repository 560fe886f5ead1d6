/// One question that a condition asks of a purchase.
///
/// A new one is a file of ``PolicyLeaf``'s folder with all that there is to know of it, and a line
/// in each of the four places here.
public enum PolicyLeaf: Sendable, Hashable {
    /// Does the amount lie within bounds?
    case amount(AmountLeaf)
    /// Is the category one of these?
    case category(CategoryLeaf)
    /// Is the merchant category code one of these?
    case mcc(MCCLeaf)
    /// Is the merchant one of these?
    case merchant(MerchantLeaf)
    /// Did the member never buy there before?
    case firstTime(FirstTimeLeaf)
    /// What does the household's clock show?
    case time(TimeLeaf)
    /// How much was spent in a window?
    case spent(SpentLeaf)
    /// How often was something bought or decided in a window?
    case count(CountLeaf)
    /// Is the member near a place?
    case place(PlaceLeaf)
    /// How avoidable does the purchase look?
    case avoidable(AvoidableLeaf)
    /// How much is left in the wallet?
    case wallet(WalletLeaf)
    /// How much does a goal lack?
    case goal(GoalLeaf)

    /// The keys of all of them in JSON.
    static let keys = [
        AmountLeaf.key, CategoryLeaf.key, MCCLeaf.key, MerchantLeaf.key, FirstTimeLeaf.key,
        TimeLeaf.key, SpentLeaf.key, CountLeaf.key, PlaceLeaf.key, AvoidableLeaf.key,
        WalletLeaf.key, GoalLeaf.key,
    ]

    /// Reads what stands under a key; `nil` when no leaf has the key.
    init?(_ key: String, _ value: PolicyValue, at path: String) throws(PolicyFault) {
        switch key {
        case AmountLeaf.key: self = .amount(try AmountLeaf(value, at: path))
        case CategoryLeaf.key: self = .category(try CategoryLeaf(value, at: path))
        case MCCLeaf.key: self = .mcc(try MCCLeaf(value, at: path))
        case MerchantLeaf.key: self = .merchant(try MerchantLeaf(value, at: path))
        case FirstTimeLeaf.key: self = .firstTime(try FirstTimeLeaf(value, at: path))
        case TimeLeaf.key: self = .time(try TimeLeaf(value, at: path))
        case SpentLeaf.key: self = .spent(try SpentLeaf(value, at: path))
        case CountLeaf.key: self = .count(try CountLeaf(value, at: path))
        case PlaceLeaf.key: self = .place(try PlaceLeaf(value, at: path))
        case AvoidableLeaf.key: self = .avoidable(try AvoidableLeaf(value, at: path))
        case WalletLeaf.key: self = .wallet(try WalletLeaf(value, at: path))
        case GoalLeaf.key: self = .goal(try GoalLeaf(value, at: path))
        default: return nil
        }
    }

    /// The question itself.
    var question: any PolicyQuestion {
        switch self {
        case .amount(let leaf): leaf
        case .category(let leaf): leaf
        case .mcc(let leaf): leaf
        case .merchant(let leaf): leaf
        case .firstTime(let leaf): leaf
        case .time(let leaf): leaf
        case .spent(let leaf): leaf
        case .count(let leaf): leaf
        case .place(let leaf): leaf
        case .avoidable(let leaf): leaf
        case .wallet(let leaf): leaf
        case .goal(let leaf): leaf
        }
    }

    /// The key that it has in JSON.
    var key: String { type(of: question).key }
}
