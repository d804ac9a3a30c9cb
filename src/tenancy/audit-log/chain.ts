import { createHash } from 'node:crypto';

/** The chain of what concerns no account. */
export const SYSTEM_CHAIN = '00000000-0000-0000-0000-000000000000';

/** The chain covers these columns of a row. None is personal, because the chain outlives the account. */
export type ChainedFields = {
  id: string;
  chain: string;
  at: Date;
  event: string;
  subject: string | null;
  actor: string;
  actorAccountId: string | null;
  credentialKind: string | null;
  credentialId: string | null;
  /** JSON, as stored. */
  before: string | null;
  after: string | null;
  detailsDigest: Uint8Array;
};

/** Without the salt, a digest of an address could be guessed back after the address was erased. */
export function digestOfDetails(salt: Uint8Array, details: string): Buffer {
  return sha256(salt, details);
}

export function digestOfRow(row: ChainedFields): Buffer {
  const { id, chain, at, event, subject, actor, actorAccountId, credentialKind, credentialId } = row;
  const who = [actor, actorAccountId, credentialKind, credentialId];
  const what = [row.before, row.after, Buffer.from(row.detailsDigest).toString('hex')];
  return sha256(JSON.stringify([id, chain, at.toISOString(), event, subject, ...who, ...what]));
}

/** The first row of a chain follows this. */
export function genesisOf(chain: string): Buffer {
  return sha256(chain);
}

export function hashAfter(previous: Uint8Array, digest: Uint8Array): Buffer {
  return sha256(previous, digest);
}

function sha256(...parts: (Uint8Array | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
