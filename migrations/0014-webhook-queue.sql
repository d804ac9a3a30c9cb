-- The table of deliveries is their queue: docs/decisions/0014-webhook-queue.md.
DROP SCHEMA IF EXISTS queue CASCADE;

-- Also drops webhook_deliveries_parked.
ALTER TABLE webhook_deliveries DROP COLUMN parked;

DROP INDEX webhook_deliveries_pending;
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (account_id, host, due_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_attempted ON webhook_deliveries (attempted_at) WHERE status = 'sending';
