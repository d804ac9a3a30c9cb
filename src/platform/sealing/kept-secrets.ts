import { type Db, sql } from '../database/index.ts';
import { SecretUnreadable } from './errors.ts';
import type { SealedColumn } from './reseal.ts';
import type { Seal, Sealing } from './sealing.ts';

export const SEALED_KEPT_SECRETS: SealedColumn = {
  table: 'kept_secrets',
  column: 'sealed',
  key: 'name',
  keyType: 'text',
  owner: 'name',
  purpose: 'kept-secret',
};

const sealOf = (name: string): Seal => ({ purpose: 'kept-secret', owner: name });

/** The same on every node and for ever. `first` is stored where there is none yet. */
export async function keepSecret(db: Db, sealing: Sealing, name: string, first: Buffer): Promise<Buffer> {
  const seal = sealOf(name);
  await sql`
    INSERT INTO kept_secrets (name, sealed) VALUES (${name}, ${sealing.seal(seal, first)}::bytea)
    ON CONFLICT (name) DO NOTHING`.execute(db);
  const { rows } = await sql<{ sealed: Uint8Array }>`
    SELECT sealed FROM kept_secrets WHERE name = ${name}`.execute(db);
  const [row] = rows;
  return row ? sealing.open(seal, row.sealed) : first;
}

/** After a key was lost: those that it sealed are made anew. */
export async function dropUnreadableSecrets(db: Db, sealing: Sealing): Promise<void> {
  const { rows } = await sql<{
    name: string;
    sealed: Uint8Array;
  }>`SELECT name, sealed FROM kept_secrets`.execute(db);
  for (const { name, sealed } of rows) {
    try {
      sealing.open(sealOf(name), sealed);
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      await sql`DELETE FROM kept_secrets WHERE name = ${name}`.execute(db);
    }
  }
}
