-- Data keys that may have sealed something in this database. The service refuses to start without one of them.
CREATE TABLE data_keys (
  id text PRIMARY KEY,
  -- Sealed with the key, so that another key of the same name is noticed. NULL: nobody has looked yet.
  proof bytea,
  since timestamptz NOT NULL DEFAULT now()
);

-- Before keys had ids, secrets were sealed with keys derived from SESSION_SECRET.
INSERT INTO data_keys (id)
SELECT 'session-secret'
WHERE EXISTS (SELECT FROM two_factor) OR EXISTS (SELECT FROM accounts WHERE webhook_secret_sealed IS NOT NULL);

-- Keys that must outlive SESSION_SECRET, from which the first of them was derived.
CREATE TABLE kept_secrets (
  name text PRIMARY KEY,
  sealed bytea NOT NULL
);

-- What `settings` shows masked: the values of the tools' headers.
ALTER TABLE agents ADD COLUMN tool_headers_sealed bytea;

-- `document_id` is the number in the clear, as older versions stored it. The service seals what it finds there.
ALTER TABLE seller_verifications
  ALTER COLUMN document_id DROP NOT NULL,
  ADD COLUMN document_sealed bytea;
