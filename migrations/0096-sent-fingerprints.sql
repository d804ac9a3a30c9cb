-- The fingerprint is of the request with the defaults of its schema. Another version may have others, and must know a repeated request
-- by what its client sent. Null for uploads, for requests without a body, and for those of before.
ALTER TABLE idempotency_keys ADD COLUMN sent_fingerprint bytea;
