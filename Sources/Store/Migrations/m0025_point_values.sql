-- What members take a point of a program to be worth, in hundredths of a cent, and the day on which
-- they said so.
CREATE TABLE reward_point_values (
    member_id TEXT NOT NULL REFERENCES members (id),
    program TEXT NOT NULL,
    hundredths BIGINT NOT NULL CHECK (hundredths >= 0 AND hundredths <= 1000),
    judged_day BIGINT NOT NULL,
    PRIMARY KEY (member_id, program)
){{in_key_order}};
