import Contract
import Kernel

/// One place of the list, with what the map draws it from.
struct PlaceRow: Sendable {
    let number: String
    let latitude: String
    let longitude: String
    let radius: String
    let policy: String
    let name: String
    let person: String?
    let tag: Tag
    let detail: String
    /// The policies that name it, for which it cannot be changed.
    let naming: [NamingPolicy]
    /// What changes it and what removes it, where the reader may.
    let forms: [ActionForm]

    struct NamingPolicy: Sendable {
        let policyHref: String
        let policyName: String
    }

    init(
        _ fence: API.Guardian.Geofence,
        of person: String?,
        namedBy policies: [API.Guardian.Policy] = [],
        forms: [ActionForm],
        _ format: PageFormat
    ) {
        number = String(fence.id)
        latitude = "\(fence.latitude)"
        longitude = "\(fence.longitude)"
        radius = String(fence.radiusM)
        policy = fence.policy.rawValue
        name = fence.name
        self.person = person
        let isBlocking = fence.policy == .block
        tag = isBlocking ? Tag(.bad, "stopped", icon: "cross") : Tag(.warn, "warned", icon: "alert")
        let distance =
            fence.radiusM < 1_000
            ? "\(format.number(fence.radiusM)) m"
            : "\(format.decimal(hundredths: fence.radiusM / 10)) km"
        let centre = "\(latitude), \(longitude)".replacing("-", with: "\u{2212}")
        let kind = fence.category.map(CategoryName.text) ?? "Everything"
        detail = "\(kind) · within \(distance) of \(centre)"
        naming = policies.map { policy in
            NamingPolicy(
                policyHref: PoliciesView.path(of: policy.id),
                policyName: policy.name
            )
        }
        self.forms = forms
    }
}

/// The forms of places: one that adds or changes a place, one that removes it.
struct PlaceForms {
    let audience: RulesAudience
    let once: String
    let formToken: String

    /// The form that adds a place, or changes one.
    ///
    /// `isOpen`: Whether that of a change is open, because it was sent. `isFull`: Whether there may
    /// be no more places.
    func setting(
        _ draft: PlacesView.Draft,
        _ problems: [String: String],
        isOpen: Bool = false,
        isFull: Bool = false
    ) -> ActionForm {
        let fence = draft.fence.map { String($0) } ?? ""
        let isNew = draft.fence == nil
        let form = isNew ? "new" : fence
        let view = audience.shown?.text ?? ""
        let choice = isNew ? audience.field(choosing: draft.member) : nil
        let key = "\(once)-\(form)"
        return ActionForm(
            PlacesView.path,
            formToken: formToken,
            hidden: choice == nil
                ? [
                    "view": view, "once": key, "fence": fence,
                    "for": draft.member?.text ?? "",
                ] : ["view": view, "once": key, "fence": fence],
            fields: [choice].compactMap(\.self)
                + Self.fields(draft, problems, in: form, isFull: isFull),
            button: isNew ? "Add the place" : "Keep",
            asking: isNew
                ? nil : ActionForm.Question("Change", about: " \(draft.name)", isOpen: isOpen)
        )
    }

    /// `isNamed`: Whether a policy names it.
    func removing(
        _ fence: API.Guardian.Geofence,
        of member: ID<Entity.Member>,
        isNamed: Bool
    ) -> ActionForm {
        ActionForm(
            PlacesView.removal,
            formToken: formToken,
            hidden: [
                "view": audience.shown?.text ?? "", "for": member.text,
                "fence": String(fence.id),
            ],
            buttons: [Button("Yes, remove it", .quiet, about: ": \(fence.name)")],
            asking: ActionForm.Question(
                "Remove",
                "Purchases are then neither stopped nor warned about here."
                    + (isNamed
                        ? " A policy that names it does not know any more where it is." : ""),
                about: " \(fence.name)"
            )
        )
    }

    private static func fields(
        _ draft: PlacesView.Draft,
        _ problems: [String: String],
        in form: String,
        isFull: Bool
    ) -> [TextField] {
        [
            TextField(
                "name",
                "Name",
                draft.name,
                id: "name-\(form)",
                isRequired: false,
                hint: isFull ? PlacesView.fullness : nil,
                problem: problems["name"]
            ),
            TextField(
                "latitude",
                "Latitude",
                draft.latitude,
                id: "latitude-\(form)",
                hint: "degrees, such as 40.7128; south of the equator with a minus sign",
                problem: problems["latitude"]
            ),
            TextField(
                "longitude",
                "Longitude",
                draft.longitude,
                id: "longitude-\(form)",
                hint: "degrees, such as -74.006; west of Greenwich with a minus sign",
                problem: problems["longitude"]
            ),
            TextField(
                "radius",
                "Radius",
                draft.radius,
                id: "radius-\(form)",
                inputmode: "numeric",
                unit: "metres",
                hint: "such as 300",
                problem: problems["radius_m"]
            ),
            TextField(
                "category",
                "Kind of purchase",
                draft.category,
                id: "category-\(form)",
                isRequired: false,
                list: "kinds",
                hint: "left empty, it is for everything",
                problem: problems["category"]
            ),
            TextField(
                "policy",
                "Inside it",
                draft.policy.rawValue,
                id: "policy-\(form)",
                options: [
                    (API.Guardian.GeofencePolicy.block.rawValue, "Stop the purchase"),
                    (API.Guardian.GeofencePolicy.warn.rawValue, "Warn, and let it pass"),
                ]
            ),
        ]
    }
}
