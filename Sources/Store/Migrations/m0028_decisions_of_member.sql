-- A member's decisions are listed newest first, page by page: ids ascend with the time they were
-- made at, so one range of one index is a page, however long the history is.
CREATE INDEX decisions_of_member ON decisions (member_id, id);
