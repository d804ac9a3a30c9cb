-- Tells every node that the access of an account became less: connections that are open look again whether they may go on.
-- Triggers, so that no way of ending a key or a session can forget it.
CREATE FUNCTION notify_access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', OLD.account_id::text);
  RETURN NULL;
END $$;

CREATE FUNCTION notify_account_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', OLD.id::text);
  RETURN NULL;
END $$;

CREATE TRIGGER api_keys_changed AFTER UPDATE OF revoked_at, permissions, allowed_addresses ON api_keys FOR EACH ROW
  WHEN ((OLD.revoked_at, OLD.permissions, OLD.allowed_addresses)
    IS DISTINCT FROM (NEW.revoked_at, NEW.permissions, NEW.allowed_addresses))
  EXECUTE FUNCTION notify_access_changed();

CREATE TRIGGER api_keys_deleted AFTER DELETE ON api_keys FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL) EXECUTE FUNCTION notify_access_changed();

CREATE TRIGGER sessions_revoked AFTER UPDATE OF revoked_at ON sessions FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION notify_access_changed();

-- Not when the sweep deletes what has expired: open connections look at the time themselves.
CREATE TRIGGER sessions_deleted AFTER DELETE ON sessions FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND OLD.expires_at > now()) EXECUTE FUNCTION notify_access_changed();

CREATE TRIGGER accounts_changed AFTER UPDATE OF plan, closed_at ON accounts FOR EACH ROW
  WHEN ((OLD.plan, OLD.closed_at) IS DISTINCT FROM (NEW.plan, NEW.closed_at))
  EXECUTE FUNCTION notify_account_changed();
