-- Refunds name a payment; the invoice of a subscription has an id of its own.
CREATE TABLE invoice_payments (
  payment_reference text PRIMARY KEY,
  invoice_reference text NOT NULL
);

CREATE INDEX invoice_payments_by_invoice ON invoice_payments (invoice_reference);

-- A second subscription, paid on a payment page that was open beside another. It moves no plan, and we cancel it.
ALTER TABLE subscriptions
  ADD COLUMN surplus boolean NOT NULL DEFAULT false,
  ADD COLUMN surplus_canceled_at timestamptz;

CREATE INDEX subscriptions_to_cancel ON subscriptions (updated_at) WHERE surplus AND surplus_canceled_at IS NULL;
