-- What a refund or a dispute took back beyond the balance. docs/decisions/0004-ledger.md
ALTER TABLE wallets
  ADD COLUMN owed_micros bigint NOT NULL DEFAULT 0 CHECK (owed_micros >= 0),
  -- Whatever enters a wallet pays the debt first, so whoever owes has nothing to spend.
  ADD CONSTRAINT wallets_no_balance_beside_debt CHECK (owed_micros = 0 OR wallet_micros = 0);
