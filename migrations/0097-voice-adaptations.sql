-- Whether our own decoder may speak for a custom voice: docs/decisions/0052-adapting-when-idle.md. A voice is judged for each decoder, since
-- nodes of two versions may run beside each other for some minutes.
CREATE TABLE voice_adaptations (
  voice_id uuid NOT NULL REFERENCES voices (id) ON DELETE CASCADE,
  decoder text NOT NULL,
  status text NOT NULL CHECK (status IN ('adapting', 'adapted', 'declined', 'failed')),
  -- Begun so often, and not ended by a shutdown.
  attempts integer NOT NULL,
  -- The node that adapts it, until then.
  lease_token uuid,
  lease_until timestamptz,
  -- What was learnt. Null unless adapted.
  object_key text,
  -- Sentences for the owner, and what was measured.
  reasons text[] NOT NULL DEFAULT '{}',
  measures jsonb,
  ended_at timestamptz,
  PRIMARY KEY (voice_id, decoder),
  CHECK ((status = 'adapting') = (ended_at IS NULL)),
  CHECK ((status = 'adapting') = (lease_token IS NOT NULL)),
  CHECK ((lease_token IS NULL) = (lease_until IS NULL)),
  CHECK ((status = 'adapted') = (object_key IS NOT NULL))
);

CREATE INDEX voice_adaptations_leased ON voice_adaptations (lease_until) WHERE status = 'adapting';
