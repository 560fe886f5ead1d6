/// The model that tells how avoidable a purchase looks, as its file holds it.
///
/// It is trained by `purser model train` and shipped as `data/guardian-model.json`. The same model
/// gives the same answer to the last bit on every machine.
public struct ScoringModel: Sendable, Equatable, Codable {
    /// The version of the file's form.
    public let version: Int
    /// What the model computes with.
    public let parameters: ModelParameters
    /// How it was trained, and how good it is on households it has not seen.
    public let report: TrainingReport

    /// The version that this program reads and writes.
    public static let currentVersion = 1

    package init(parameters: ModelParameters, report: TrainingReport) {
        version = Self.currentVersion
        self.parameters = parameters
        self.report = report
    }

    /// The log-odds that a purchase is avoidable, before anything learned about the member.
    ///
    /// Finite for every amount within `Limits`.
    public func logit(of input: ModelInput) -> Double { parameters.logit(of: input) }

    /// What keeps the model from being evaluated; `nil` when nothing does.
    var fault: String? {
        if version != Self.currentVersion {
            return "version is \(version), this program reads \(Self.currentVersion)"
        }
        return parameters.fault ?? report.fault
    }
}
