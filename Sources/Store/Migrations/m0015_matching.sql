-- One index under which a charge finds its decision, with the merchant or without: each index costs
-- every decision a page of the log.
DROP INDEX decisions_by_amount;
DROP INDEX decisions_by_purchase;
CREATE INDEX decisions_to_match
    ON decisions (member_id, amount_minor, decided_at_ms, sequence, merchant_key)
    WHERE merchant_key IS NOT NULL;
