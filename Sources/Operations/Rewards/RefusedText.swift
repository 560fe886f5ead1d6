import Contract
import Rewards

extension RewardsOperations {
    /// Checks that no text of a caller has a word that is refused; before anything is looked up.
    ///
    /// - Throws: ``Problem`` `invalid`, which names all fields that have one.
    static func refuseWords(in texts: [(field: String, text: String?)]) throws {
        let faults = texts.compactMap { field, text in
            guard let text, RefusedWords.areIn(text) else { return nil as Fault? }
            return Fault(field: field, rule: "has a word that is not allowed")
        }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
    }
}
