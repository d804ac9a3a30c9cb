-- What people did, in hash chains that only grow; docs/decisions/0040-audit-log.md has the rules.

-- The last row of every chain. Appending locks it, so that the rows of one chain come one after the other.
CREATE TABLE audit_chains (
  -- An account, or the nil UUID for what concerns no account.
  chain uuid PRIMARY KEY,
  seq bigint NOT NULL CHECK (seq > 0),
  hash bytea NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE audit_events (
  id uuid PRIMARY KEY,
  chain uuid NOT NULL,
  seq bigint NOT NULL,
  at timestamptz NOT NULL,
  event text NOT NULL,
  -- What it was done to: the id of a key, a session, a listing …
  subject text,
  actor text NOT NULL,
  actor_account_id uuid,
  credential_kind text,
  credential_id text,
  -- JSON as it was hashed, so not jsonb, which would write it anew.
  before text,
  after text,
  details_digest bytea NOT NULL,
  -- sha256(hash of the row before || digest of this row)
  hash bytea NOT NULL,
  UNIQUE (chain, seq)
);

CREATE INDEX audit_events_by_chain ON audit_events (chain, id);
CREATE INDEX audit_events_by_event ON audit_events (event, id);
CREATE INDEX audit_events_by_actor ON audit_events (actor_account_id, id) WHERE actor_account_id IS NOT NULL;

-- The personal part. The chain covers its salted digest, so it can be erased without breaking the chain.
CREATE TABLE audit_details (
  event_id uuid PRIMARY KEY REFERENCES audit_events (id),
  salt bytea NOT NULL,
  details text NOT NULL
);

CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log only grows: % on % refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER audit_events_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();
CREATE TRIGGER audit_details_do_not_change BEFORE UPDATE OR TRUNCATE ON audit_details
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();
CREATE TRIGGER audit_chains_are_not_deleted BEFORE DELETE OR TRUNCATE ON audit_chains
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();

CREATE FUNCTION audit_chain_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.chain <> OLD.chain OR NEW.seq <> OLD.seq + 1 THEN
    RAISE EXCEPTION 'the audit log only grows: chain % cannot go from % to %', OLD.chain, OLD.seq, NEW.seq USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER audit_chains_only_grow BEFORE UPDATE ON audit_chains
  FOR EACH ROW EXECUTE FUNCTION audit_chain_only_grows();

-- Details are erased with the account of the chain or of the actor, or when their retention period ends, which is never
-- shorter than 90 days.
CREATE FUNCTION audit_keep_details() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM audit_events e WHERE e.id = OLD.event_id AND (
      e.at < now() - interval '90 days'
      OR EXISTS (SELECT FROM accounts a WHERE a.id IN (e.chain, e.actor_account_id) AND a.closed_at IS NOT NULL)))
  THEN
    RAISE EXCEPTION 'the details of audit event % may not be erased yet', OLD.event_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER audit_details_are_kept BEFORE DELETE ON audit_details
  FOR EACH ROW EXECUTE FUNCTION audit_keep_details();
