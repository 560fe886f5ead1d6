import CData

/// The files of `data/` that the program carries, as text.
enum CarriedFiles {
    static var categories: String { String(cString: purser_categories()) }
    static var merchantCodes: String { String(cString: purser_merchant_codes()) }
    static var merchantCodeRanges: String { String(cString: purser_merchant_code_ranges()) }
    static var merchants: String { String(cString: purser_merchants()) }
}
