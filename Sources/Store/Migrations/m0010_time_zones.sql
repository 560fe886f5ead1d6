-- The day that a transfer's link holds, where the household's time zone was changed since: day is
-- always that of the time zone as it is. NULL where they are the same.
ALTER TABLE transfers ADD COLUMN chained_day BIGINT;
