-- A provider's id of a refund or dispute names it within its payment only.
ALTER TABLE payment_reversals
  DROP CONSTRAINT payment_reversals_pkey,
  ADD PRIMARY KEY (provider, payment_id, kind, id);

DROP INDEX payment_reversals_by_payment;
