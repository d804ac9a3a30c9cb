-- Postings of charges, which are nearly all, have no reference and need no entry. That pays for ledger_postings_by_account:
-- a posting writes two index entries again.
CREATE UNIQUE INDEX ledger_postings_by_reference ON ledger_postings (reference) WHERE reference IS NOT NULL;
ALTER TABLE ledger_postings DROP CONSTRAINT ledger_postings_reference_key;
