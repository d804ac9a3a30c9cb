import { hashFile, idInLabel } from '../../../engines/manifests/index.ts';
import {
  type FindDeps,
  findByHash,
  findDelivered,
  findSounds,
  type Listening,
  type ProvenanceRow,
} from '../../work/provenance/index.ts';

export type RecordDeps = FindDeps;

/** A file that was delivered here, and what led to it. */
export type Known = { row: ProvenanceRow; by: 'hash' | 'manifest' | 'sound' };

type Asked = {
  path: string;
  /** The label of a manifest that holds. */
  manifestId: string | null;
  /** Null if it need not be looked for. */
  sound: (() => AsyncIterable<Float32Array>) | null;
  listening: Listening;
};

const MOST = 20;

/** What the registry knows of a file: by its bytes, else by its manifest, else by how it sounds. */
export async function findRecords(
  deps: RecordDeps,
  { path, manifestId, sound, listening }: Asked,
): Promise<Known[]> {
  const byHash = await findByHash(deps.db, await hashFile(path), MOST);
  if (byHash.length > 0) return byHash.map((row) => ({ row, by: 'hash' }));
  const named = manifestId === null ? undefined : idInLabel(manifestId);
  const row = named === undefined ? undefined : await findDelivered(deps.db, named);
  if (row) return [{ row, by: 'manifest' }];
  const heard: Known[] = [];
  for (const { provenanceId } of sound ? await findSounds(deps, sound(), listening) : []) {
    const found = heard.length < MOST ? await findDelivered(deps.db, provenanceId) : undefined;
    if (found) heard.push({ row: found, by: 'sound' });
  }
  return heard;
}
