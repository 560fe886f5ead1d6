import Banking
import Catalogue

extension Catalogue {
    /// A payee in the form in which a bank's connection and its files meet.
    ///
    /// The merchant's name in the merchant table, where one of its aliases stands in the payee: a
    /// connection says `Comcast` of what a file, once read, calls `Comcast Xfinity`. Else the payee
    /// as it is. `payee` is in the form of ``StatementMatching/normalised(_:)``.
    func comparedPayee(_ payee: String) -> String {
        let found = categorise(descriptor: payee)
        guard found.step == .alias, let merchant = found.merchant else { return payee }
        return StatementMatching.normalised(merchant)
    }
}
