-- The statements of one decision, as Purser sends them, without anything around them: no HTTP, no
-- token, no JSON, no hash. What a decision would compute has a constant of its length here.
--
-- A client stays with a household for 100 decisions, then takes another that no other client has:
-- members who decide at the same time seldom share one. Ids ascend with time, as Purser's do.

\if :turn % 100 = 0
\set shift random(0, :households / :clients - 1)
\set place :client_id + :clients * :shift
SELECT id AS session_id FROM sessions ORDER BY id LIMIT 1 OFFSET :place
\gset
\endif
\set turn :turn + 1

BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE;

SELECT m.id AS member_id, m.role, h.id AS household_id, h.time_zone, h.currency,
    h.chain_sequence, h.chain_hash
FROM sessions s
JOIN members m ON m.id = s.member_id
JOIN households h ON h.id = m.household_id
WHERE s.id = :session_id AND s.ended_at_ms IS NULL AND m.is_active = 1
\gset
\set sequence :chain_sequence + 1

SELECT
    (
        SELECT id FROM overrides
        WHERE member_id = :member_id AND merchant_key = 'starbucks' AND amount_minor = 500
            AND created_at_ms > :oldest_ms AND created_at_ms <= :now_ms
            AND used_by IS NULL AND used_by_charge IS NULL
        ORDER BY created_at_ms, number LIMIT 1
    ) AS override_id,
    rules.monthly_limit_minor,
    CASE WHEN rules.number IS NOT NULL THEN (
        SELECT CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT) FROM spend_by_day
        WHERE member_id = :member_id AND guardian_category = 'fun'
            AND day >= :first_day AND day <= :last_day
    ) END AS spent_minor,
    purchase.has_fences,
    CASE WHEN purchase.has_fences = 1 THEN (
        SELECT latitude FROM pings
        WHERE member_id = :member_id AND taken_at_ms >= :oldest_ping_ms AND taken_at_ms <= :now_ms
        ORDER BY taken_at_ms DESC, number DESC LIMIT 1
    ) END AS latitude,
    CASE WHEN purchase.has_fences = 1 THEN (
        SELECT longitude FROM pings
        WHERE member_id = :member_id AND taken_at_ms >= :oldest_ping_ms AND taken_at_ms <= :now_ms
        ORDER BY taken_at_ms DESC, number DESC LIMIT 1
    ) END AS longitude,
    (
        SELECT a.posted_credit_minor - a.posted_debit_minor - a.pending_debit_minor
        FROM funding_sources f JOIN accounts a ON a.id = f.account_id
        WHERE f.member_id = :member_id AND f.is_default = 1 AND f.kind = 'wallet'
    ) AS wallet_minor
FROM (
    SELECT CASE WHEN EXISTS (SELECT 1 FROM geofences WHERE member_id = :member_id)
        THEN 1 ELSE 0 END AS has_fences
) AS purchase
LEFT JOIN rules ON rules.member_id = :member_id AND rules.category = 'fun'
\gset

UPDATE households SET chain_sequence = :sequence,
    chain_hash = md5(:chain_hash) || md5(:member_id)
WHERE id = :household_id AND chain_sequence = :sequence - 1;

INSERT INTO decisions
    (id, household_id, sequence, member_id, amount_minor, currency, merchant, category,
     category_source, override_id, limit_minor, spent_minor, answer, reason, message,
     trace, decided_at_ms, previous_hash, hash, location, wallet_minor)
VALUES (to_char(clock_timestamp(), 'YYYYMMDDHH24MISSUS') || left(md5(:member_id), 16),
    :household_id, :sequence, :member_id, 500, :currency, 'Starbucks', 'fun', 'given',
    NULL, :monthly_limit_minor, :spent_minor, 'APPROVE', 'ok', NULL,
    '[{"check":"override","outcome":"pass",'
    '"detail":"No unused override for this merchant and amount."},'
    '{"check":"geofence_block","outcome":"skip","detail":"No geofence is set."},'
    '{"check":"rule_limit","outcome":"pass",'
    '"detail":"fun: $5.00 on top of $262.50 this month is within $10000000.00."},'
    '{"check":"geofence_warn","outcome":"skip","detail":"No geofence is set."}]',
    :now_ms, :chain_hash, md5(:chain_hash) || md5(:member_id), NULL, NULL);

COMMIT;
