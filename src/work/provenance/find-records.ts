import { idInLabel } from '../../../engines/manifests/index.ts';
import { type FindDeps, findSounds, type Listening } from './fingerprints/find-sounds.ts';
import { findByHash, findDelivered, type ProvenanceRow } from './queries.ts';

/** A file that was delivered here, and what led to it. */
export type Known = { row: ProvenanceRow; by: 'hash' | 'manifest' | 'sound' };

type Asked = {
  sha256: Uint8Array;
  /** The label of its manifest. Null if it has none, or none that the asker believes. */
  label: string | null;
  /** Null if it need not be looked for. */
  sound: (() => AsyncIterable<Float32Array>) | null;
  listening: Listening;
};

const MOST = 20;

/** What the registry knows of a file: by its bytes, else by its manifest, else by how it sounds. */
export async function findRecords(
  deps: FindDeps,
  { sha256, label, sound, listening }: Asked,
): Promise<Known[]> {
  const byHash = await findByHash(deps.db, sha256, MOST);
  if (byHash.length > 0) return byHash.map((row) => ({ row, by: 'hash' }));
  const id = label === null ? undefined : idInLabel(label);
  const named = id === undefined ? undefined : await findDelivered(deps.db, id);
  if (named) return [{ row: named, by: 'manifest' }];
  const heard: Known[] = [];
  for (const { provenanceId } of sound ? await findSounds(deps, sound(), listening) : []) {
    const row = heard.length < MOST ? await findDelivered(deps.db, provenanceId) : undefined;
    if (row) heard.push({ row, by: 'sound' });
  }
  return heard;
}
