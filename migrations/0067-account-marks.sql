-- By what two accounts are recognised as one person's, who would sell to themselves. docs/decisions/0018-marketplace.md
CREATE TABLE account_marks (
  account_id uuid NOT NULL REFERENCES accounts (id),
  kind text NOT NULL CHECK (kind IN ('network', 'card')),
  -- A hash, with a key where its value could be guessed.
  mark bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, kind, mark)
);

CREATE INDEX account_marks_by_mark ON account_marks (kind, mark);
CREATE INDEX account_marks_by_end ON account_marks (expires_at);
