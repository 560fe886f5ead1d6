import Contract
import Hummingbird
import Kernel
import Operations
import Web

/// The page of places, with those that are added, changed and removed on it.
extension WebRoutes {
    func showPlaces(_ visit: Visit, _ request: Request) async throws -> Response {
        let shown = try RulesWindow(request).member
        return try await places(try await RulesVisit(visit, shown))
    }

    /// Adds a place, or puts one in the place of another: there is no endpoint that changes one.
    func setPlace(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let shown = try RulesWindow.member(form["view"])
        let draft = PlacesView.Draft(
            name: form["name"],
            latitude: form["latitude"],
            longitude: form["longitude"],
            radius: form["radius"],
            category: form["category"].trimmed,
            policy: try Self.policy(form["policy"]),
            member: try RulesWindow.member(form["for"]),
            fence: Int64(form["fence"])
        )
        let input: API.Guardian.GeofenceRequest
        switch Self.input(draft) {
        case .success(let read): input = read
        case .failure(let wrong):
            let refused = RefusedForm(problems: wrong.problems)
            return try await places(try await RulesVisit(visit, shown), draft, refused)
        }
        let done = redirect(to: RulesAudience.path(PlacesView.path, shown))
        do {
            if let old = draft.fence {
                switch try await change(of: old, draft, input, visit) {
                case .ready: break
                case .done: return done
                case .refused(let draft, let why):
                    let refused = RefusedForm(conflict: why)
                    return try await places(try await RulesVisit(visit, shown), draft, refused)
                }
            }
            let once = form["once"].isEmpty ? nil : form["once"]
            _ = try await visit.call(API.Guardian.createGeofence, input, key: once)
            if let old = draft.fence { try await remove(old, of: draft.member, visit) }
            return done
        } catch let problem as Problem {
            let refused = try RefusedForm(
                problem,
                ["name", "latitude", "longitude", "radius_m", "category"]
            )
            return try await places(try await RulesVisit(visit, shown), draft, refused)
        }
    }

    /// What there is to do about a change of a place.
    private enum PlaceChange {
        /// It can be made.
        case ready
        /// It is made already, or changes nothing.
        case done
        /// It cannot be made, with what the form holds then.
        case refused(PlacesView.Draft, String)
    }

    private static let kept = "What you typed is in the form that adds a place."

    /// Looks whether a place can be changed, before anything is.
    ///
    /// A changed place is another one to the API, with another number: a policy that names it would
    /// look for the old one, and there is a moment at which both are there.
    private func change(
        of old: Int64,
        _ draft: PlacesView.Draft,
        _ input: API.Guardian.GeofenceRequest,
        _ visit: Visit
    ) async throws -> PlaceChange {
        let subject = API.Guardian.SubjectRequest(userID: input.userID)
        let fences = try await visit.call(API.Guardian.listGeofences, subject)
        // Who may change nothing is not told that it is as it should be.
        guard visit.bearer.role == API.Allowance.Role.parent.rawValue else {
            throw Problem(.forbidden)
        }
        let isMade = fences.contains { $0.id != old && $0.isWhere(input) }
        var new = draft
        new.fence = nil
        guard let place = fences.first(where: { $0.id == old }) else {
            // The same form again, or one of a page from before.
            guard !isMade else { return .done }
            return .refused(new, "This place is not there any more. \(Self.kept)")
        }
        guard !place.isJust(draft, input) else { return .done }
        let asked = try await visit.call(API.Guardian.listPolicies, API.Guardian.PoliciesRequest())
        let policies = PlacesView.asking(asked.policies, about: old)
        guard policies.isEmpty else {
            let names = policies.map { "“\($0.name)”" }.joined(separator: ", ")
            let why = "This place cannot be changed, because a policy names it: \(names)."
            return .refused(new, "\(why) \(Self.kept)")
        }
        // Where both are there already, only the old one is left to be removed.
        guard fences.count < Limits.fencesPerMember || isMade else {
            return .refused(draft, PlacesView.fullness)
        }
        return .ready
    }

    func removePlace(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let shown = try RulesWindow.member(form["view"])
        let member = try RulesWindow.member(form["for"])
        guard let fence = Int64(form["fence"]) else { throw Problem(.notFound) }
        try await remove(fence, of: member, visit)
        return redirect(to: RulesAudience.path(PlacesView.path, shown))
    }

    private func remove(
        _ fence: Int64,
        of member: ID<Entity.Member>?,
        _ visit: Visit
    ) async throws {
        _ = try await visit.call(
            API.Guardian.deleteGeofence,
            API.Guardian.NumberedRequest(
                id: fence,
                userID: member.map { MemberReference($0.text) }
            )
        )
    }

    private func places(
        _ reader: RulesVisit,
        _ draft: PlacesView.Draft = PlacesView.Draft(),
        _ refused: RefusedForm = RefusedForm()
    ) async throws -> Response {
        let visit = reader.visit
        var answers: [PlacesView.Places] = []
        for person in reader.audience.inView {
            let subject = API.Guardian.SubjectRequest(userID: MemberReference(person.id.text))
            let fences = try await visit.call(API.Guardian.listGeofences, subject)
            answers.append(PlacesView.Places(of: person, fences))
        }
        let all = API.Guardian.PoliciesRequest()
        let policies =
            reader.audience.isParent
            ? try await visit.call(API.Guardian.listPolicies, all).policies : []
        let map = mapLibrary.map { library in
            PlacesMap(library, tiles: mapTiles?.template, attribution: mapTiles?.attribution)
        }
        let view = PlacesView(
            answers,
            namedBy: PlacesView.asking(policies),
            for: reader.audience,
            draft: draft,
            problems: refused.problems,
            notices: refused.notices,
            once: services.ids.next(at: services.now()).text,
            formToken: visit.formToken,
            map: map,
            reader.desk.format
        )
        return show(
            view,
            "Places",
            at: .rules,
            reader.desk,
            visit,
            refused.status,
            imagesFrom: map == nil ? nil : mapTiles?.origin
        )
    }
}

// MARK: What was typed

extension WebRoutes {
    /// Fields that are no figures.
    private struct Mistyped: Error {
        let problems: [String: String]
    }

    private static func policy(_ text: String) throws -> API.Guardian.GeofencePolicy {
        guard !text.isEmpty else { return .block }
        guard let policy = API.Guardian.GeofencePolicy(rawValue: text) else {
            throw Problem.invalid([Fault(field: "policy", rule: "must be block or warn")])
        }
        return policy
    }

    private static func input(
        _ draft: PlacesView.Draft
    ) -> Result<API.Guardian.GeofenceRequest, Mistyped> {
        let latitude = degrees(draft.latitude)
        let longitude = degrees(draft.longitude)
        let radius = Int64(draft.radius.trimmed)
        guard let latitude, let longitude, let radius else {
            var problems: [String: String] = [:]
            if latitude == nil { problems["latitude"] = "must be degrees, such as 40.7128" }
            if longitude == nil { problems["longitude"] = "must be degrees, such as -74.006" }
            if radius == nil { problems["radius_m"] = "must be whole metres, such as 300" }
            return .failure(Mistyped(problems: problems))
        }
        let (name, category) = (draft.name.trimmed, draft.category.trimmed)
        return .success(
            API.Guardian.GeofenceRequest(
                name: name.isEmpty ? nil : name,
                latitude: latitude,
                longitude: longitude,
                radiusM: radius,
                category: category.isEmpty ? nil : category,
                policy: draft.policy,
                userID: draft.member.map { MemberReference($0.text) }
            )
        )
    }

    /// Degrees as a person or a map writes them; `nil` for anything else.
    static func degrees(_ text: String) -> Double? {
        var digits = text.trimmed.replacing("\u{2212}", with: "-").replacing(",", with: ".")
        if digits.hasSuffix("°") { digits.removeLast() }
        // Swift's own words for numbers, such as `nan` and `0x1p3`, are none here.
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber || ".-+".contains($0) }) else {
            return nil
        }
        return Double(digits)
    }
}

extension String {
    /// Without the spaces around it.
    fileprivate var trimmed: String { WordingShape.trimmed(self) }
}
