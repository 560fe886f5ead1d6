import CData

extension ScoringModel {
    /// Reads the model that the program carries, `data/guardian-model.json`.
    ///
    /// The program reads it once, before it serves, and does not start when that fails: without a
    /// model there is no score.
    ///
    /// - Throws: ``ModelFileError``.
    public static func carried() throws(ModelFileError) -> ScoringModel {
        try ScoringModel(json: carriedText)
    }

    static var carriedText: String { String(cString: purser_guardian_model()) }
}
