-- Devices copy what members made of transactions: a record for each entry of the transfer that is
-- annotated. Where a bank's record took the place of a charge, no link told of it; and a device
-- that has copied for long is told of nothing that has an old version. So each annotation that
-- stands gets a link when the server starts; until then it is marked.
ALTER TABLE annotations ADD COLUMN is_unlinked INTEGER;
UPDATE annotations SET is_unlinked = 1;
CREATE INDEX annotations_unlinked ON annotations (transfer_id) WHERE is_unlinked = 1;
