-- How an account wants words to be said, in all of its texts. It is read and replaced as a whole.
CREATE TABLE pronunciations (
  account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  entries jsonb NOT NULL,
  updated_at timestamptz NOT NULL
);
