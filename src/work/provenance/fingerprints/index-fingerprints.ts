import { FRAMES_PER_SECOND, type Landmark } from '../../../../engines/fingerprint/index.ts';
import { type Db, sql, type Tx } from '../../../platform/database/index.ts';
import { landmarksIn } from './landmark-bytes.ts';

/** A piece of five seconds lies whole in one part or the other, because parts overlap. */
const PART_FRAMES = Math.round(20 * FRAMES_PER_SECOND);
const OVERLAP_FRAMES = Math.round(5 * FRAMES_PER_SECOND);
const BATCH = 50;

type Waiting = { id: string; landmarks: Uint8Array };

/** Indexes one batch of what was delivered since, and returns its size. Nodes that do it at the same time take different ones. */
export function indexFingerprints({ db }: { db: Db }): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Waiting>`
      SELECT id, landmarks FROM provenance WHERE landmarks IS NOT NULL AND delivered_at IS NOT NULL
      ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`.execute(tx);
    for (const { id, landmarks } of rows)
      for (const part of partsOf(landmarksIn(landmarks))) await insertPart(tx, id, part);
    await sql`
      UPDATE provenance SET landmarks = NULL WHERE id = ANY (${rows.map(({ id }) => id)}::uuid[])`.execute(
      tx,
    );
    return rows.length;
  });
}

function partsOf(landmarks: readonly Landmark[]): Landmark[][] {
  const last = landmarks.at(-1)?.frame ?? -1;
  const parts: Landmark[][] = [];
  for (let from = 0; from <= last; from += PART_FRAMES - OVERLAP_FRAMES) {
    const part = landmarks.filter(({ frame }) => frame >= from && frame < from + PART_FRAMES);
    if (part.length > 0) parts.push(part);
    if (from + PART_FRAMES > last) break;
  }
  return parts;
}

async function insertPart(tx: Tx, id: string, part: readonly Landmark[]): Promise<void> {
  const codes = part.map(({ code }) => code);
  const frames = part.map(({ frame }) => frame);
  await sql`
    INSERT INTO fingerprints (provenance_id, codes, frames)
    VALUES (${id}::uuid, ${codes}::integer[], ${frames}::integer[])`.execute(tx);
}
