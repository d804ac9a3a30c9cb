-- What the balance gained when the job ended, in the whole cents in which it is shown. Rounding the refund by itself can
-- differ from it by one cent.
ALTER TABLE jobs ADD COLUMN refunded_cents bigint NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0);
UPDATE jobs SET refunded_cents = refunded_micros / 10000 WHERE refunded_micros >= 10000;
