-- The event for the webhook of the account, until it is announced: a listing may have more licensees than fit into one go.
ALTER TABLE listing_notices ADD COLUMN unannounced json;
CREATE INDEX listing_notices_unannounced ON listing_notices (id) WHERE unannounced IS NOT NULL;

-- What a use costs. It differs from price_credits while a changed price waits for review.
ALTER TABLE listings ADD COLUMN charged_credits bigint CHECK (charged_credits >= 0);
UPDATE listings SET charged_credits = price_credits;
ALTER TABLE listings ALTER COLUMN charged_credits SET NOT NULL;

-- Counts what the seller changed, so that an admin approves what was read and not what replaced it.
ALTER TABLE listings ADD COLUMN revision integer NOT NULL DEFAULT 1;
