import { SESSION_KEY_ID } from '../config/index.ts';
import { type Db, sql } from '../database/index.ts';
import type { DomainError } from '../errors.ts';
import { DataKeyMissing, SecretUnreadable } from './errors.ts';
import { type SealedColumn, selectOlder } from './reseal.ts';
import type { Sealing } from './sealing.ts';

type KeyRow = { id: string; proof: Uint8Array | null };

const sealOf = (id: string) => ({ purpose: 'key-proof', owner: id }) as const;

/**
 * Refuses to go on without a key that something in the database may be sealed with, or with another key of its name.
 * Then records the current key as one of them.
 */
export async function admitKeys(
  db: Db,
  sealing: Sealing,
  columns: readonly SealedColumn[],
  forgotten: string | null = null,
): Promise<void> {
  if (forgotten !== null) await sql`DELETE FROM data_keys WHERE id = ${forgotten}`.execute(db);
  const { rows } = await sql<KeyRow>`SELECT id, proof FROM data_keys ORDER BY id`.execute(db);
  for (const row of rows) await requireKey(db, sealing, columns, row);
  const proof = sealing.seal(sealOf(sealing.currentKey), sealing.currentKey);
  await sql`
    INSERT INTO data_keys AS k (id, proof) VALUES (${sealing.currentKey}, ${proof}::bytea)
    ON CONFLICT (id) DO UPDATE SET proof = coalesce(k.proof, EXCLUDED.proof)`.execute(db);
}

/** After everything was sealed with the current key. */
export async function retireOtherKeys(db: Db, { currentKey }: Sealing): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM data_keys WHERE id <> ${currentKey} RETURNING id`.execute(db);
  return rows.map(({ id }) => id).sort();
}

/** Ids of keys that something is sealed with and that are not among the configured ones. Changes nothing. */
export async function findMissingKeys(db: Db, sealing: Sealing): Promise<string[]> {
  const { rows } = await sql<KeyRow>`SELECT id, proof FROM data_keys ORDER BY id`.execute(db);
  return rows.filter(({ id, proof }) => !opensProof(sealing, id, proof)).map(({ id }) => id);
}

/** Whether the configured key of this id is the one that made the proof. Null: there is none, from before keys had ids. */
export function opensProof(sealing: Sealing, id: string, proof: Uint8Array | null): boolean {
  if (!sealing.knows(id)) return false;
  try {
    if (proof) sealing.open(sealOf(id), proof);
    return true;
  } catch (error) {
    if (error instanceof SecretUnreadable) return false;
    throw error;
  }
}

async function requireKey(
  db: Db,
  sealing: Sealing,
  columns: readonly SealedColumn[],
  { id, proof }: KeyRow,
): Promise<void> {
  if (!sealing.knows(id)) throw missing(id);
  try {
    if (proof) sealing.open(sealOf(id), proof);
    else await openSample(db, sealing, columns);
  } catch (error) {
    throw error instanceof SecretUnreadable ? missing(id) : error;
  }
}

/** There is no proof from before keys had ids, but any value shows whether SESSION_SECRET is still the same. */
async function openSample(db: Db, sealing: Sealing, columns: readonly SealedColumn[]): Promise<void> {
  for (const column of columns) {
    const [row] = await selectOlder(db, sealing, column, null, 1);
    if (row) sealing.open({ purpose: column.purpose, owner: row.owner }, row.sealed);
  }
}

function missing(id: string): DomainError {
  const lost = `If it is lost, \`./run rotate-keys --forget ${id}\` gives up what only it can open.`;
  if (id === SESSION_KEY_ID)
    return new DataKeyMissing(
      'SESSION_SECRET has changed, and stored secrets are sealed with a key made from the old one.',
      `Put the old one back, set DATA_KEYS, and run \`./run rotate-keys\`; after that it can change. ${lost}`,
    );
  return new DataKeyMissing(
    `Stored secrets are sealed with the data key "${id}", which DATA_KEYS does not contain, or with another value.`,
    `Put it back behind the current key and run \`./run rotate-keys\`; after that it can go. ${lost}`,
  );
}
