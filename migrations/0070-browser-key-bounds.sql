-- A key for a browser may be bound to one agent, and goes with it.
ALTER TABLE ephemeral_keys ADD COLUMN agent_id text REFERENCES agents (id) ON DELETE CASCADE;

CREATE INDEX ephemeral_keys_by_agent ON ephemeral_keys (agent_id) WHERE agent_id IS NOT NULL;

-- The key or session that began it. A key that may only talk takes part in no other. NULL: unknown.
ALTER TABLE conversations ADD COLUMN started_by text;
