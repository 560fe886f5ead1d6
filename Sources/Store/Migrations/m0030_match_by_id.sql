-- A charge finds its decision among those that its member was given in the last minutes: ids ascend
-- with the time they were made at, so decisions_of_member has them in one range. Each index costs
-- every decision a page of the log.
DROP INDEX decisions_to_match;
