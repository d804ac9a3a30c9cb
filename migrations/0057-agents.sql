-- Voice agents. `settings` is as the API shows it, in the order in which it was written.
CREATE TABLE agents (
  id text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name text NOT NULL,
  settings json NOT NULL,
  -- Changes with every document, so that an index in memory knows when it is out of date.
  knowledge_version bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE INDEX agents_by_account ON agents (account_id, id DESC);

-- What an agent may look up.
CREATE TABLE agent_documents (
  id text PRIMARY KEY,
  agent_id text NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name text NOT NULL,
  text text NOT NULL,
  characters integer NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE INDEX agent_documents_by_agent ON agent_documents (agent_id, id);
CREATE INDEX agent_documents_by_account ON agent_documents (account_id);

CREATE TABLE conversations (
  id text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- Conversations outlive their agent.
  agent_id text REFERENCES agents (id) ON DELETE SET NULL,
  agent_name text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'ended')),
  ended_reason text,
  -- What the mind remembers: the state and the slots of a flow.
  memory json NOT NULL,
  turns integer NOT NULL DEFAULT 0,
  credits bigint NOT NULL DEFAULT 0,
  -- One turn at a time: whose it is, and until when unless it is renewed.
  turn_owner uuid,
  turn_until timestamptz,
  started_at timestamptz NOT NULL,
  last_turn_at timestamptz NOT NULL,
  -- The earlier of the idle limit and the total one.
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((status = 'ended') = (ended_at IS NOT NULL AND ended_reason IS NOT NULL))
);

CREATE INDEX conversations_by_account ON conversations (account_id, id DESC);
CREATE INDEX conversations_by_agent ON conversations (agent_id) WHERE agent_id IS NOT NULL;
CREATE INDEX conversations_active ON conversations (account_id) WHERE status = 'active';
CREATE INDEX conversations_due ON conversations (expires_at) WHERE status = 'active';

CREATE TABLE conversation_turns (
  conversation_id text NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  -- 0 is the first message of the agent, which nobody asked for.
  number integer NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  transcript text,
  language text,
  heard_seconds double precision NOT NULL DEFAULT 0,
  -- What was said of it, as far as it was heard.
  reply text NOT NULL,
  tools json NOT NULL,
  -- The sound of the reply in the history. It may be deleted there.
  generation_id uuid,
  -- What the caller said, if the agent keeps it.
  audio_key text,
  credits bigint NOT NULL DEFAULT 0,
  heard_ms integer NOT NULL DEFAULT 0,
  thought_ms integer NOT NULL DEFAULT 0,
  spoke_ms integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (conversation_id, number)
);

CREATE INDEX conversation_turns_by_account ON conversation_turns (account_id);
