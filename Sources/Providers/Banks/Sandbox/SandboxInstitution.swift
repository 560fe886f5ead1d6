/// The institutions of a sandbox bank, which are those of Plaid's sandbox.
enum SandboxInstitution: String, CaseIterable, Sendable {
    case platypus = "ins_109508"
    case gingham = "ins_109509"
    case tattersall = "ins_109510"
    case tartan = "ins_109511"

    /// What it is called.
    var name: String {
        switch self {
        case .platypus: "First Platypus Bank"
        case .gingham: "First Gingham Credit Union"
        case .tattersall: "Tattersall Federal Credit Union"
        case .tartan: "Tartan Bank"
        }
    }
}
