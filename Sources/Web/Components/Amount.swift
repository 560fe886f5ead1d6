/// An amount as a page shows it: with its currency, and a sign where it came in or went out.
public struct Amount: PageView {
    /// The template's name.
    public static let template = "amount"

    let text: String
    /// Whether it is money that came.
    let isIn: Bool

    /// What moved: above zero it came in, and a plus sign says so.
    public static func moved(hundredths: Int64, _ format: PageFormat) -> Amount {
        let text = format.money(hundredths: hundredths)
        return Amount(text: hundredths > 0 ? "+\(text)" : text, isIn: hundredths > 0)
    }

    /// What moved, in the currency's minor units.
    public static func moved(minor: Int64, _ format: PageFormat) -> Amount {
        let text = format.money(minor: minor)
        return Amount(text: minor > 0 ? "+\(text)" : text, isIn: minor > 0)
    }

    /// What there is.
    public static func held(hundredths: Int64, _ format: PageFormat) -> Amount {
        Amount(text: format.money(hundredths: hundredths), isIn: false)
    }

    /// What there is, in the currency's minor units.
    public static func held(minor: Int64, _ format: PageFormat) -> Amount {
        Amount(text: format.money(minor: minor), isIn: false)
    }
}

extension Amount: WordedView {
    func word(_ name: String) -> Any? {
        switch name {
        case "text": Word.text(self.text)
        case "isIn": isIn
        default: nil
        }
    }
}
