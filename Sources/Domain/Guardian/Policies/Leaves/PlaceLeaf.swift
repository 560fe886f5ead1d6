import Kernel

/// Whether the member's newest position lies within a distance of a place.
///
/// Without a position, and where the place is a geofence that there is no more, the answer is
/// ``unknown``.
public struct PlaceLeaf: Sendable, Hashable {
    /// The place and the distance.
    public let place: PolicyPlace
    /// The answer where it cannot be told.
    public let unknown: Bool
}

extension PlaceLeaf: PolicyQuestion {
    static let key = "place"

    init(_ value: PolicyValue, at path: String) throws(PolicyFault) {
        var reader = try PolicyReader(value, at: path)
        let metres = try reader.integer("within_m", in: 1...Limits.policyPlaceMetres)
        let centre = try PolicyPlace.Centre(reader.required("of"), at: reader.path("of"))
        place = PolicyPlace(centre: centre, withinMetres: metres)
        unknown = try reader.flag("unknown", absent: false)
        try reader.finish()
    }

    var value: PolicyValue {
        .object(
            ("of", place.centre.value),
            ("unknown", unknown ? .flag(true) : nil),
            ("within_m", .whole(place.withinMetres))
        )
    }

    func tell(_ needs: inout PolicyNeeds) { needs.add(place) }

    func test(_ needs: PolicyNeeds) -> PolicyTest {
        .between(needs.measure(of: place), 1...(unknown ? 2 : 1))
    }

    func clause(_ isTrue: Bool, _ currency: Currency) -> String {
        let place = "within \(place.words)"
        return switch (isTrue, unknown) {
        case (true, true): "the place is \(place), or unknown"
        case (true, false): "the place is \(place)"
        case (false, true): "the place is known and not \(place)"
        case (false, false): "the place is not \(place)"
        }
    }

    func finding(_ facts: PolicyFacts) -> String {
        switch facts.finding(of: place) {
        case .inside(let centimetres):
            "place \(FenceHit.text(ofCentimetres: centimetres)) from the centre, of \(place.words)"
        case .outside: "place farther than \(place.words)"
        case .unknown: "place unknown"
        }
    }
}
