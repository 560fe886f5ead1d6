import Contract
import Kernel
import Operations
import Web

/// What every page of a member needs.
extension WebRoutes {
    func frame(
        _ title: String,
        _ place: Frame.Place,
        _ reader: API.Allowance.UserResponse,
        _ visit: Visit,
        _ format: PageFormat
    ) -> Frame {
        let names = [reader.firstName, reader.lastName].filter { !$0.isEmpty }
        return Frame(
            titled: title,
            at: place,
            for: Frame.Reader(
                name: names.isEmpty ? reader.email : names.joined(separator: " "),
                role: reader.role.rawValue
            ),
            format,
            formToken: visit.formToken
        )
    }

    /// The household's time zone.
    func zone(of visit: Visit) async throws -> Zone {
        let family = try await visit.call(API.Allowance.currentFamily)
        guard let zone = Zone.named(family.timeZone) else { throw Problem(.internal) }
        return zone
    }

    /// The household's currency.
    func currency(of visit: Visit) async throws -> Currency {
        let accounts = try await visit.call(API.Insights.accountsOverview)
        return Currency(code: accounts.currency) ?? .usd
    }
}
