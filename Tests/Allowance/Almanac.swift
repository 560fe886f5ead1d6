/// A calendar written down day by day, by the rules that children learn.
struct Almanac {
    struct Page {
        let text: String
        let dayOfMonth: Int
        let isLastOfMonth: Bool
        /// Monday 0 to Sunday 6.
        let weekday: Int
    }

    /// From 1 January of the first year on.
    let pages: [Page]

    /// Years from 2023 on, which began on a Sunday.
    init(years: Int) {
        var pages: [Page] = []
        for year in 2_023..<(2_023 + years) {
            let february = year.isMultiple(of: 4) ? 29 : 28
            let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (index, length) in lengths.enumerated() {
                for day in 1...length {
                    let digits = [index + 1, day].map { $0 < 10 ? "0\($0)" : "\($0)" }
                    let page = Page(
                        text: "\(year)-\(digits[0])-\(digits[1])",
                        dayOfMonth: day,
                        isLastOfMonth: day == length,
                        weekday: (6 + pages.count) % 7
                    )
                    pages.append(page)
                }
            }
        }
        self.pages = pages
    }
}
