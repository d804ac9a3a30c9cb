import { type Db, sql } from '../../platform/database/index.ts';
import {
  type Seal,
  type SealedColumn,
  type Sealing,
  SecretUnreadable,
} from '../../platform/sealing/index.ts';

export const SEALED_DOCUMENTS: SealedColumn = {
  table: 'seller_verifications',
  column: 'document_sealed',
  key: 'account_id',
  keyType: 'uuid',
  owner: 'account_id',
  purpose: 'seller-document',
};

export const documentSeal = (accountId: string): Seal => ({ purpose: 'seller-document', owner: accountId });

/** `document_id` is the number in the clear, as an older version stores it. */
type Stored = { account_id: string; document_id: string | null; document_sealed: Uint8Array | null };

/** The number of the document. Null: the server lacks the key that sealed it. */
export function documentOf(
  sealing: Sealing,
  { account_id, document_id, document_sealed }: Stored,
): string | null {
  if (document_id !== null || !document_sealed) return document_id;
  try {
    return sealing.open(documentSeal(account_id), document_sealed).toString();
  } catch (error) {
    if (error instanceof SecretUnreadable) return null;
    throw error;
  }
}

const BATCH = 200;

/** Across tenants, at the start: seals what older versions stored in the clear. Safe to kill and repeat. */
export async function sealOpenDocuments(db: Db, sealing: Sealing): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ account_id: string; document_id: string }>`
      SELECT account_id, document_id FROM seller_verifications WHERE document_id IS NOT NULL LIMIT ${BATCH}`.execute(
      db,
    );
    for (const { account_id, document_id } of rows) {
      const sealed = sealing.seal(documentSeal(account_id), document_id);
      await sql`
        UPDATE seller_verifications SET document_sealed = ${sealed}::bytea, document_id = NULL
        WHERE account_id = ${account_id} AND document_id = ${document_id}`.execute(db);
    }
    if (rows.length < BATCH) return;
  }
}
