import ArgumentParser
import Catalogue

/// Categorises descriptors on one core, and tells how long that took.
struct Categorise: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Categorises descriptors of merchants, and tells how long that took."
    )

    @Option(help: "How many descriptors.") var count = 1_000_000

    /// So many are made at a time, so that they need little memory; making them is not timed.
    private static let batch = 10_000

    func validate() throws {
        guard count > 0 else { throw ValidationError("--count must be more than 0") }
    }

    func run() throws {
        let catalogue = Catalogue.standard
        let clock = ContinuousClock()
        var time = Duration.zero
        var checksum: UInt64 = 0
        for first in stride(from: 0, to: count, by: Self.batch) {
            let descriptors = (first..<min(first + Self.batch, count)).map(Self.descriptor)
            time += clock.measure {
                for descriptor in descriptors {
                    let found = catalogue.categorise(descriptor: descriptor)
                    for byte in found.category.code.utf8 {
                        checksum = checksum &* 31 &+ UInt64(byte)
                    }
                }
            }
        }
        let seconds = time / .seconds(1)
        print("\(count) descriptors in \(seconds) s, checksum \(String(checksum, radix: 16))")
    }

    /// One descriptor of many: another number in each, so that none is the same as another.
    private static func descriptor(_ index: Int) -> String {
        let form = forms[index % forms.count]
        return "\(form.before)\(names[index / forms.count % names.count]) #\(index)\(form.after)"
    }

    private static let forms = [
        (before: "", after: ""), (before: "SQ *", after: " SEATTLE WA"),
        (before: "CHECKCARD 0115 ", after: " SMALLTOWN CA"),
        (before: "TST* ", after: " 800-555-0100"),
        (before: "POS DEBIT ", after: " NEW YORK NY"), (before: "", after: " XXXX1234"),
    ]

    private static let names = [
        "STARBUCKS STORE", "TRADER JOE'S", "WAL-MART", "AMZN MKTP US", "UBER *TRIP", "SHELL OIL",
        "NETFLIX.COM", "MCDONALD'S F", "THE HOME DEPOT", "JOES PLUMBING", "CORNER CAFE", "ACME LLC",
        "7-ELEVEN", "T-MOBILE", "SMITH FAMILY DENTISTRY", "NORTHSIDE AUTO REPAIR", "H&M", "ZZYZX",
        "COSTCO GAS", "DELTA AIR", "UNHEARD-OF TRADING COMPANY", "PIZZERIA ROMA", "CVS/PHARMACY",
    ]
}
