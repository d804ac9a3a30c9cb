-- When the provider is asked next whether the order is paid. NULL: the provider lists its events instead.
ALTER TABLE checkouts ADD COLUMN ask_at timestamptz;

UPDATE checkouts SET ask_at = created_at WHERE status IN ('opening', 'open') AND provider <> 'stripe';

CREATE INDEX checkouts_to_ask ON checkouts (provider, ask_at) WHERE status IN ('opening', 'open');
