-- False: the link was printed by `./run admin reset-password`, so using it proves nothing about the address.
ALTER TABLE account_tokens ADD COLUMN mailed boolean NOT NULL DEFAULT true;
