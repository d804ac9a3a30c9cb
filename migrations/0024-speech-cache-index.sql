-- Every look-up names the account and the key, so one index serves both, and an insert writes one less.
DROP INDEX speech_cache_by_key;
DROP INDEX speech_cache_by_account;
CREATE INDEX speech_cache_by_account_and_key ON speech_cache (account_id, key);
