public import Guardian
import Kernel
public import SQL

/// The places that location checks are held against.
public enum Places {
    private static let upsert = Statement(
        """
        INSERT INTO places (name, latitude, longitude, kind) VALUES ($1, $2, $3, $4)
        ON CONFLICT (latitude, longitude, name) DO UPDATE SET kind = excluded.kind
        """
    )

    /// Adds a place, or changes what it is.
    public static func set(_ place: Place, in session: any Session) throws {
        try session.run(
            upsert,
            [
                .text(place.name), .real(place.position.latitude),
                .real(place.position.longitude), .text(place.kind),
            ]
        )
    }

    private static let around = Statement(
        """
        SELECT latitude, longitude FROM places
        WHERE latitude >= $1 AND latitude <= $2
            AND (
                longitude >= $3 AND longitude <= $4 OR longitude >= $3 + 360
                OR longitude <= $4 - 360
            )
            AND kind IN (
                'restaurant', 'cafe', 'bar', 'meal_takeaway', 'meal_delivery', 'bakery',
                'night_club'
            )
        """
    )

    /// Whether there is a place to eat or drink nearby.
    public static func hasRestaurant(
        near position: Coordinate,
        in session: any Session
    ) throws -> Bool {
        let rectangle = position.boundingBox(metres: Limits.nearMetres)
        var isNear = false
        try session.visit(
            around,
            [
                .real(rectangle.latitudes.lowerBound), .real(rectangle.latitudes.upperBound),
                .real(rectangle.longitudes.lowerBound), .real(rectangle.longitudes.upperBound),
            ]
        ) { row in
            let place = Coordinate(latitude: row.real(0), longitude: row.real(1))
            isNear = place.distance(to: position) <= Limits.nearMetres
            return !isNear
        }
        return isNear
    }
}
