import { idInLabel } from '../../engines/manifests/index.ts';
import type { Db } from '../platform/database/index.ts';
import { internalError } from '../platform/errors.ts';
import { findByHash, findDelivered, type ProvenanceRow } from '../work/provenance/index.ts';

export const PROVENANCE = 'provenance';

const WrongCommand = internalError('invalid', 'wrong_command', 'Usage: ./run provenance FILE');

const MOST = 20;

/** What the registry knows of a file with this hash, or with this manifest. Returns the text to print. */
export async function describeFile(db: Db, [sha256 = '', label = '']: readonly string[]): Promise<string> {
  if (!/^[0-9a-f]{64}$/u.test(sha256)) throw new WrongCommand();
  const byHash = await findByHash(db, Buffer.from(sha256, 'hex'), MOST);
  if (byHash.length > 0)
    return ['Registry  this file was delivered here, byte for byte:', ...byHash.map(describe)].join('\n');
  const id = idInLabel(label);
  const named = id === undefined ? undefined : await findDelivered(db, id);
  if (!named)
    return 'Registry  nothing is known of it. It may have been changed, or made elsewhere, or its record has expired.';
  return `Registry  the file was changed, but its manifest names one that was delivered here:\n${describe(named)}`;
}

function describe(row: ProvenanceRow): string {
  const owner = row.account_id === null ? 'an account that was erased' : `account ${row.account_id}`;
  const key = row.credential_id === null ? '' : `, key ${row.credential_id}`;
  const job = row.job_id === null ? '' : `, job ${row.job_id}`;
  const made = `${row.made_at.toISOString()}  ${row.kind}, ${row.content_type}, ${row.facts.models.join(', ')}`;
  return `  ${made}\n    by ${owner}${key}${job}; id ${row.id}`;
}
