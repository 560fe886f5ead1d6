import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// What every page of a member needs.
extension WebRoutes {
    /// Who looks at a page, of which household, and how it is written for that reader.
    struct Desk: Sendable {
        let reader: API.Allowance.UserResponse
        let family: API.Allowance.FamilyResponse
        let zone: Zone
        let accounts: API.Insights.AccountsListResponse
        let currency: Currency
        let format: PageFormat

        /// - Throws: ``Problem``.
        init(_ visit: Visit) async throws {
            family = try await visit.call(API.Allowance.currentFamily)
            guard let zone = Zone.named(family.timeZone) else { throw Problem(.internal) }
            self.zone = zone
            reader = try await visit.call(API.Allowance.currentMember)
            accounts = try await visit.call(API.Insights.accountsOverview)
            currency = Currency(code: accounts.currency) ?? .usd
            format = visit.format(in: currency)
        }
    }

    func desk(of visit: Visit) async throws -> Desk { try await Desk(visit) }

    /// A page within the frame, as it is sent.
    func show(
        _ view: some PageView,
        _ title: String,
        at place: Frame.Place?,
        _ desk: Desk,
        _ visit: Visit,
        _ status: HTTPResponse.Status = .ok,
        imagesFrom images: String? = nil
    ) -> Response {
        let frame = frame(title, place, desk.reader, visit, desk.format)
        return html(Templates.document(view, in: frame), status, imagesFrom: images)
    }

    func frame(
        _ title: String,
        _ place: Frame.Place?,
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
            formToken: visit.formToken,
            waiting: [
                .today: visit.waiting,
                .family: visit.waits.chores + visit.waits.requests,
                .rules: visit.waits.policies,
            ],
            position: visit.position
        )
    }

    /// The page that names every place.
    func showMore(_ visit: Visit) async throws -> Response {
        let reader = try await visit.call(API.Allowance.currentMember)
        // Nothing on it is an amount.
        let frame = frame("More", nil, reader, visit, visit.format(in: .usd))
        return html(Templates.document(MoreView(frame), in: frame))
    }

    /// Finds what waits for the reader, where it is one who answers: the frame counts it on every
    /// page.
    ///
    /// It costs one call, of purchases, and one reading of all else (``WhatWaits``), which is no
    /// call: counted by calls, a page would need one for each child. Where it cannot be asked for,
    /// the page itself says why.
    func count(for visit: inout Visit) async {
        guard visit.bearer.role == "Parent", let call = call(of: visit) else { return }
        visit.approvals = try? await visit.call(
            API.Guardian.listApprovals,
            API.Guardian.ApprovalsRequest(state: .pending)
        )
        let waits = try? await services.operations.guardian.whatWaits(call)
        visit.waits = waits ?? WhatWaits()
    }

    /// A call of an operation that is no endpoint, for the reader; `nil` for whoever asks too much,
    /// who is refused by what the page asks for.
    func call(of visit: Visit) -> Call? {
        let call = Call(
            caller: .member(visit.bearer),
            now: services.now(),
            ids: services.ids,
            trace: visit.context.trace
        )
        return services.rateLimiter.isSpent(call.caller.key, now: call.now) ? nil : call
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
