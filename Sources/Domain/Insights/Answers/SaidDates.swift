/// The dates of a text: days, months with their year, years and quarters.
enum SaidDates {
    /// The text with `date` in place of each.
    ///
    /// A number beside the name of a month is a day only where nothing after it says that it is
    /// something else, as in `in May 20 purchases`.
    static func removed(from text: String) -> String {
        var text = text
        text.replace(numeric, with: "date")
        text.replace(monthFirst, with: "date")
        text.replace(dayFirst, with: " date")
        text.replace(yearAlone, with: "date")
        return text
    }

    /// `2025-05-19`, `2025-05`, `2025-Q1`, `Q1 2025`, `Q1`.
    private static var numeric: Regex<Substring> {
        #/
        (?i) \b (?: (?:19|20)\d\d-\d\d (?:-\d\d)?
            | (?:(?:19|20)\d\d-)? q[1-4] (?:\x20(?:19|20)\d\d)? )
        \b (?! [.,\-]?\d | \x20?% )
        /#
    }

    /// `May 19, 2025`, `May 19th`, `May 1-31`, `May 1 to May 31`, `May 2025`.
    private static var monthFirst: Regex<Substring> {
        #/
        (?i) \b (?: jan(?:uary)? | feb(?:ruary)? | mar(?:ch)? | apr(?:il)? | may | june? | july?
            | aug(?:ust)? | sept?(?:ember)? | oct(?:ober)? | nov(?:ember)? | dec(?:ember)? ) \.?
        (?: ,?\x20(?:19|20)\d\d
            | \x20 (?:3[01]|[12]\d|0?[1-9]) (?:st|nd|rd|th)?
                (?: (?:-|–|\x20(?:-|–|to|and|until|through)\x20)
                    (?:3[01]|[12]\d|0?[1-9]) (?:st|nd|rd|th)? )?
                (?: ,?\x20(?:19|20)\d\d )? )
        \b (?! [.,]?\d | \x20?% | \x20(?:percent|dollars?|days?|times|transactions?|purchases?
            |payments?|charges?|deposits?|rows?|usd|eur|gbp)\b )
        /#
    }

    /// `19 May 2025`, `19th of May`, `1-31 May`.
    private static var dayFirst: Regex<Substring> {
        #/
        (?i) (?: ^ | [\s(] )
        (?: (?:3[01]|[12]\d|0?[1-9]) (?:st|nd|rd|th)?
            (?:-|–|\x20(?:-|–|to|and|until|through)\x20) )?
        (?:3[01]|[12]\d|0?[1-9]) (?:st|nd|rd|th)? \x20 (?:of\x20)?
        (?: jan(?:uary)? | feb(?:ruary)? | mar(?:ch)? | apr(?:il)? | may | june? | july?
            | aug(?:ust)? | sept?(?:ember)? | oct(?:ober)? | nov(?:ember)? | dec(?:ember)? )
        (?: ,?\x20(?:19|20)\d\d )? \b (?! [.,]?\d | \x20?% )
        /#
    }

    /// `in 2025`, `since 2024`.
    private static var yearAlone: Regex<Substring> {
        #/
        (?i) \b (?: in | since | during | until | through | year ) \x20 (?:19|20)\d\d
        \b (?! [.,]?\d | \x20?% | \x20(?:percent|dollars?|days?|times|transactions?|purchases?
            |payments?|charges?|deposits?|rows?|usd|eur|gbp)\b )
        /#
    }
}
