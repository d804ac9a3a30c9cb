-- True until the address is verified, where that is required: the free plan's credits have not been granted yet.
ALTER TABLE wallets ADD COLUMN grant_withheld boolean NOT NULL DEFAULT false;
