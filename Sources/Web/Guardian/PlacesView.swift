public import Contract
public import Kernel

/// The page of places: the geofences as a list that does all that the map does.
public struct PlacesView: PageView {
    /// The template's name.
    public static let template = "places"

    /// Its address.
    public static let path = "\(Frame.Place.rules.path)/places"

    /// Where a place is removed.
    public static let removal = "\(path)/remove"

    /// The places of one member.
    public struct Places: Sendable {
        /// Whose they are.
        public let person: RulesAudience.Person
        /// The places.
        public let fences: [API.Guardian.Geofence]

        /// Gathers a member's places.
        public init(of person: RulesAudience.Person, _ fences: [API.Guardian.Geofence]) {
            self.person = person
            self.fences = fences
        }

        /// Whether there may be no more of them.
        public var isFull: Bool { fences.count >= Limits.fencesPerMember }
    }

    /// What is said where there may be no more places, before anything is changed.
    public static let fullness = """
        There are \(Limits.fencesPerMember) places, as many as there may be, and a change needs \
        room for one more: remove another one first.
        """

    /// A place as it was typed.
    public struct Draft: Sendable, Equatable {
        /// What it is called.
        public var name: String
        /// The centre's latitude.
        public var latitude: String
        /// The centre's longitude.
        public var longitude: String
        /// The radius in metres.
        public var radius: String
        /// The category; empty for every one.
        public var category: String
        /// What it does.
        public var policy: API.Guardian.GeofencePolicy
        /// Whom it is for; the reader when `nil`.
        public var member: ID<Entity.Member>?
        /// The place that it takes the place of; `nil` for a new one.
        public var fence: Int64?

        /// Makes a draft.
        public init(
            name: String = "",
            latitude: String = "",
            longitude: String = "",
            radius: String = "",
            category: String = "",
            policy: API.Guardian.GeofencePolicy = .block,
            member: ID<Entity.Member>? = nil,
            fence: Int64? = nil
        ) {
            self.name = name
            self.latitude = latitude
            self.longitude = longitude
            self.radius = radius
            self.category = category
            self.policy = policy
            self.member = member
            self.fence = fence
        }
    }

    let subtitle: String
    let rules: String
    let notices: [Notice]
    let people: Chips?
    let rows: [PlaceRow]
    let emptiness: String?
    let form: ActionForm?
    /// Why no place can be added for somebody.
    let full: String?
    let kinds: [String]
    /// What asks a device where it is.
    let here = WebApp.hereScript.path
    let map: PlacesMapView?

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - answers: The places of those in view.
    ///   - policies: Those that decide or are asked beside what decides, and may name a place.
    ///   - audience: Whose they are.
    ///   - draft: What was typed and refused.
    ///   - problems: What is wrong with it, by the endpoint's names of fields.
    ///   - notices: What stands above.
    ///   - once: What tells this page's forms from those of every other, so that a form that is
    ///     sent twice is done once.
    ///   - formToken: What forms carry against those of other sites.
    ///   - map: What shows the list's places on a map, where its library is installed.
    ///   - format: How figures are written.
    public init(
        _ answers: [Places],
        namedBy policies: [API.Guardian.Policy] = [],
        for audience: RulesAudience,
        draft: Draft = Draft(),
        problems: [String: String] = [:],
        notices: [Notice] = [],
        once: String,
        formToken: String,
        map: PlacesMap? = nil,
        _ format: PageFormat
    ) {
        let isParent = audience.isParent
        subtitle =
            isParent
            ? "Where purchases are stopped, or warned about"
            : "Where your purchases are stopped, or warned about. A parent sets these places."
        rules = audience.path(Frame.Place.rules.path)
        self.notices = notices
        people = audience.chips("Whose places") { RulesAudience.path(Self.path, $0) }
        let isInRow = answers.contains { $0.fences.contains { $0.id == draft.fence } }
        let forms = PlaceForms(audience: audience, once: once, formToken: formToken)
        rows = answers.flatMap { places in
            places.fences.map { fence in
                let isDrafted = draft.fence == fence.id
                let typed = isDrafted ? draft : Draft(fence, of: places.person.id)
                let naming = isParent ? policies.filter { $0.fences.contains(fence.id) } : []
                let change = forms.setting(
                    typed,
                    isDrafted ? problems : [:],
                    isOpen: isDrafted,
                    isFull: places.isFull
                )
                let removal = forms.removing(fence, of: places.person.id, isNamed: !naming.isEmpty)
                return PlaceRow(
                    fence,
                    of: audience.label(places.person),
                    namedBy: naming,
                    forms: !isParent ? [] : naming.isEmpty ? [change, removal] : [removal],
                    format
                )
            }
        }
        let next = isParent ? "Add the first one with the form." : "You may buy everywhere."
        emptiness = rows.isEmpty ? "No place is set. \(next)" : nil
        form =
            isParent ? forms.setting(isInRow ? Draft() : draft, isInRow ? [:] : problems) : nil
        full = isParent ? Self.full(answers, audience) : nil
        kinds = isParent ? CategoryName.known.map(\.name) : []
        self.map = map.map {
            PlacesMapView($0, mostRadius: Limits.fenceRadiusMetres, isDrawn: isParent)
        }
    }
}

extension PlacesView {
    /// Who has as many places as there may be.
    private static func full(_ answers: [Places], _ audience: RulesAudience) -> String? {
        let names = answers.filter(\.isFull).map { audience.label($0.person) ?? $0.person.name }
        guard !names.isEmpty else { return nil }
        return "\(names.joined(separator: ", ")): as many as there may be,"
            + " \(Limits.fencesPerMember) places. Remove one before you add another."
    }

    /// The policies that decide, or are asked beside those that do, and name a place.
    ///
    /// A place that is changed gets another number, which they do not know.
    public static func asking(
        _ policies: [API.Guardian.Policy],
        about fence: Int64? = nil
    ) -> [API.Guardian.Policy] {
        policies.filter { policy in
            [.live, .shadow].contains(policy.state)
                && (fence.map { policy.fences.contains($0) } ?? !policy.fences.isEmpty)
        }
    }
}

extension API.Guardian.Geofence {
    /// Whether it is just what a form asks for; what it is for is compared as people read it.
    public func isJust(_ draft: PlacesView.Draft, _ input: API.Guardian.GeofenceRequest) -> Bool {
        isWhere(input) && (category.map(CategoryName.text) ?? "") == draft.category
    }

    /// Whether it is where a form says, by the name that the form gives.
    public func isWhere(_ input: API.Guardian.GeofenceRequest) -> Bool {
        name == input.name ?? "Geofence" && latitude == input.latitude
            && longitude == input.longitude && radiusM == input.radiusM
            && policy == input.policy ?? .block
    }
}

extension PlacesView.Draft {
    /// A place as it would be typed.
    fileprivate init(_ fence: API.Guardian.Geofence, of member: ID<Entity.Member>) {
        self.init(
            name: fence.name,
            latitude: "\(fence.latitude)",
            longitude: "\(fence.longitude)",
            radius: String(fence.radiusM),
            category: fence.category.map(CategoryName.text) ?? "",
            policy: fence.policy,
            member: member,
            fence: fence.id
        )
    }
}
