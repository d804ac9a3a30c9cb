-- What the operator's language model has done for an account on its last day (UTC), paid for or not. One row per account, so
-- there is nothing to sweep.
CREATE TABLE model_tokens (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  day date NOT NULL,
  tokens bigint NOT NULL CHECK (tokens >= 0)
);
