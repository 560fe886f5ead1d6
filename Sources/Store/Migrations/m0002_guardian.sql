-- Where members are, and where they may not buy. Coordinates are degrees, distances are metres.

CREATE TABLE geofences (
    number {{identity}},
    member_id TEXT NOT NULL REFERENCES members (id),
    name TEXT NOT NULL,
    latitude DOUBLE PRECISION NOT NULL CHECK (latitude >= -90 AND latitude <= 90),
    longitude DOUBLE PRECISION NOT NULL CHECK (longitude >= -180 AND longitude <= 180),
    radius_m BIGINT NOT NULL CHECK (radius_m > 0),
    category TEXT,
    policy TEXT NOT NULL CHECK (policy IN ('block', 'warn')),
    created_at_ms BIGINT NOT NULL
);
CREATE INDEX geofences_by_member ON geofences (member_id, number);

CREATE TABLE pings (
    number {{identity}},
    member_id TEXT NOT NULL REFERENCES members (id),
    latitude DOUBLE PRECISION NOT NULL CHECK (latitude >= -90 AND latitude <= 90),
    longitude DOUBLE PRECISION NOT NULL CHECK (longitude >= -180 AND longitude <= 180),
    accuracy_m DOUBLE PRECISION CHECK (accuracy_m >= 0),
    taken_at_ms BIGINT NOT NULL
);
CREATE INDEX pings_by_member ON pings (member_id, taken_at_ms, number);
CREATE INDEX pings_by_age ON pings (taken_at_ms);

CREATE TABLE location_checks (
    number {{identity}},
    member_id TEXT NOT NULL REFERENCES members (id),
    latitude DOUBLE PRECISION NOT NULL CHECK (latitude >= -90 AND latitude <= 90),
    longitude DOUBLE PRECISION NOT NULL CHECK (longitude >= -180 AND longitude <= 180),
    is_counted BIGINT NOT NULL CHECK (is_counted IN (0, 1)),
    checked_at_ms BIGINT NOT NULL
);
CREATE INDEX location_checks_by_member ON location_checks (member_id, checked_at_ms, number);
CREATE INDEX location_checks_by_age ON location_checks (checked_at_ms);

CREATE TABLE places (
    number {{identity}},
    name TEXT NOT NULL,
    latitude DOUBLE PRECISION NOT NULL CHECK (latitude >= -90 AND latitude <= 90),
    longitude DOUBLE PRECISION NOT NULL CHECK (longitude >= -180 AND longitude <= 180),
    kind TEXT NOT NULL,
    UNIQUE (latitude, longitude, name)
);
INSERT INTO places (name, latitude, longitude, kind) VALUES
    ('Demo Burger', 40.7128, -74.006, 'restaurant'),
    ('Campus Coffee', 40.71282, -74.00602, 'cafe'),
    ('Healthy Bowls', 40.71278, -74.00598, 'restaurant'),
    ('Pizza Palace', 40.713, -74.0062, 'meal_delivery'),
    ('Taco Stand', 40.7125, -74.0058, 'meal_takeaway'),
    ('Juice Bar', 40.7132, -74.0061, 'cafe'),
    ('Sushi Spot', 40.7126, -74.0063, 'restaurant'),
    ('Bar & Grill', 40.7131, -74.0059, 'bar'),
    ('Donut Shop', 40.7129, -74.006, 'bakery'),
    ('Night Club XYZ', 40.7133, -74.006, 'night_club');

-- What a decision depended on of geofences, as JSON; NULL where the member had none.
ALTER TABLE decisions ADD COLUMN location TEXT;
