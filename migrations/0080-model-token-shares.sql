-- What a running call of the language model has taken of its account's day. The row goes with the call; a crash leaves it behind,
-- and its tokens are given back when it has expired.
CREATE TABLE model_token_shares (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  day date NOT NULL,
  tokens bigint NOT NULL CHECK (tokens >= 0),
  expires_at timestamptz NOT NULL
);

CREATE INDEX model_token_shares_by_account ON model_token_shares (account_id);
CREATE INDEX model_token_shares_to_expire ON model_token_shares (expires_at);
