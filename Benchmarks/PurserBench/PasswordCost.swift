import ArgumentParser
import Providers

/// What a password costs, for those who say so on the command line.
enum PasswordCost: String, CaseIterable, ExpressibleByArgument {
    /// As little as it can, where passwords are not what is measured.
    case least
    /// As much as in the program.
    case standard

    var cost: PasswordHasher.Cost {
        switch self {
        case .least: .least
        case .standard: .standard
        }
    }
}
