-- Each row is now the beginning of a plan, or of a further month of it, and the time that it is paid for. No two times of an account
-- overlap, so each renewal is in the time of one payment at most. docs/decisions/0004-ledger.md
ALTER TABLE plan_grants DROP CONSTRAINT plan_grants_pkey;
ALTER TABLE plan_grants ALTER COLUMN reference DROP NOT NULL;
ALTER TABLE plan_grants ADD CONSTRAINT plan_grants_reference_key UNIQUE (reference);
-- NULL: paid for, but the provider has not reported the change of the plan yet.
ALTER TABLE plan_grants ALTER COLUMN cycle DROP NOT NULL;
ALTER TABLE plan_grants RENAME COLUMN granted_at TO starts_at;
ALTER TABLE plan_grants
  ADD COLUMN plan text,
  ADD COLUMN ends_at timestamptz,
  -- The share of the payment that went back to the payer. Renewals in this time grant that much less.
  ADD COLUMN reversed double precision NOT NULL DEFAULT 0 CHECK (reversed BETWEEN 0 AND 1);

UPDATE plan_grants g SET
  plan = COALESCE((SELECT i.plan FROM invoices i WHERE i.reference = g.reference),
    (SELECT a.plan FROM accounts a WHERE a.id = g.account_id)),
  ends_at = LEAST(g.starts_at + interval '1 month', (
    SELECT min(later.starts_at) FROM plan_grants later WHERE later.account_id = g.account_id AND later.cycle > g.cycle)),
  reversed = COALESCE((
    SELECT LEAST(1, sum(r.cents)::double precision / min(i.cents)) FROM invoices i JOIN invoice_refunds r ON r.invoice_id = i.id
    WHERE i.reference = g.reference AND r.reversed_at IS NULL), 0);

ALTER TABLE plan_grants ALTER COLUMN plan SET NOT NULL, ALTER COLUMN ends_at SET NOT NULL;

-- What a renewal took back at once, between the parts of one statement.
ALTER TABLE wallets ADD COLUMN moved_taken bigint NOT NULL DEFAULT 0;
