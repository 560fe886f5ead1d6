import Catalogue
import Testing

@Suite("Names of merchants")
struct MerchantNameTests {
    @Test(
        "spellings of one merchant have one form",
        arguments: [
            ("Starbucks", "starbucks"), (" STARBUCKS ", "starbucks"),
            ("Whole\t \n Foods", "whole foods"), ("H&M", "h&m"), ("", ""), (" \t ", ""),
            ("CAFÉ Noir", "café noir"), ("Cafe\u{301}  noir", "café noir"),
            ("STRASSE", "strasse"), ("Straße", "strasse"), ("STRAẞE", "strasse"), ("ΟΔΟΣ", "οδοσ"),
            ("οδος", "οδοσ"),
            ("Pret\u{A0}\u{3000}A Manger", "pret a manger"), ("É", "é"), ("東京  ストア", "東京 ストア"),
            ("\u{B}a\u{C}b\r\nc", "a b c"), ("\u{2003}é\u{2003}", "é"),
        ]
    )
    func form(name: String, expected: String) {
        let form = MerchantName.normalised(name)
        // Compared by scalars: Swift's own equality would forgive what a database does not.
        #expect(Array(form.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("different merchants stay different")
    func different() {
        let names = ["Target", "Targets", "Tar get", "H&M", "H & M", "Café", "Cafe", "McDonalds"]
        #expect(Set(names.map(MerchantName.normalised)).count == names.count)
        #expect(MerchantName.normalised("McDonald's") != MerchantName.normalised("McDonalds"))
    }

    @Test("the form of a form is itself, for every scalar there is")
    func idempotent() {
        let unstable = (UInt32(0)...0x1_0FFF).compactMap(Unicode.Scalar.init).filter { scalar in
            let once = MerchantName.normalised("a\(scalar)b")
            return !once.unicodeScalars.elementsEqual(MerchantName.normalised(once).unicodeScalars)
        }
        #expect(unstable == [])
    }
}
