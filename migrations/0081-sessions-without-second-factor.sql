-- Turning on two-factor authentication did not end the sessions that the password alone had opened. They counted as having
-- a second factor from then on.
UPDATE sessions s SET revoked_at = now()
FROM two_factor t
WHERE t.account_id = s.account_id AND t.enabled_at > s.created_at AND s.passkey_id IS NULL AND s.revoked_at IS NULL;
