import {
  FRAMES_PER_SECOND,
  type Landmark,
  landmarkBytes,
  landmarksIn,
} from '../../../../engines/fingerprint/index.ts';
import { type Db, sql, type Tx } from '../../../platform/database/index.ts';

/** A piece of five seconds lies whole in one part or the other, because parts overlap. */
const PART_FRAMES = Math.round(20 * FRAMES_PER_SECOND);
const OVERLAP_FRAMES = Math.round(5 * FRAMES_PER_SECOND);
const BATCH = 50;
/** Seven minutes of sound. A film of hours is indexed in many transactions, because everybody waits for one of PGlite. */
const MOST_PARTS = 30;

/**
 * Indexes one batch of what was delivered since, and returns its size. What is left of a long sound waits for the next batch. Nodes that
 * do it at the same time take different ones.
 */
export function indexFingerprints({ db }: { db: Db }): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM provenance WHERE landmarks IS NOT NULL AND delivered_at IS NOT NULL
      ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`.execute(tx);
    let done = 0;
    let room = MOST_PARTS;
    for (const { id } of rows) {
      room -= await indexOne(tx, id, room);
      done += 1;
      if (room <= 0) break;
    }
    return done;
  });
}

/** Indexes at most `most` parts, keeps the landmarks that are left, and returns how many parts it was. */
async function indexOne(tx: Tx, id: string, most: number): Promise<number> {
  const { rows } = await sql<{ landmarks: Uint8Array }>`
    SELECT landmarks FROM provenance WHERE id = ${id}::uuid`.execute(tx);
  const { parts, rest } = partsOf(landmarksIn(rows[0]?.landmarks ?? new Uint8Array()), most);
  for (const part of parts) await insertPart(tx, id, part);
  const left = rest.length > 0 ? landmarkBytes(rest) : null;
  await sql`UPDATE provenance SET landmarks = ${left}::bytea WHERE id = ${id}::uuid`.execute(tx);
  return parts.length;
}

/** Parts begin at the same places whether the landmarks are those of a whole sound or of the rest of one. */
function partsOf(
  landmarks: readonly Landmark[],
  most: number,
): { parts: Landmark[][]; rest: readonly Landmark[] } {
  const step = PART_FRAMES - OVERLAP_FRAMES;
  const parts: Landmark[][] = [];
  let rest = landmarks;
  for (let [first] = rest; first && parts.length < most; [first] = rest) {
    const from = Math.floor(first.frame / step) * step;
    parts.push(upTo(rest, from + PART_FRAMES));
    // What overlaps with a part that ends the sound is whole in that.
    const isLast = (rest.at(-1)?.frame ?? 0) < from + PART_FRAMES;
    rest = isLast ? [] : rest.slice(upTo(rest, from + step).length);
  }
  return { parts, rest };
}

/** They are in the order of their frames. */
function upTo(landmarks: readonly Landmark[], end: number): Landmark[] {
  const after = landmarks.findIndex(({ frame }) => frame >= end);
  return landmarks.slice(0, after < 0 ? landmarks.length : after);
}

async function insertPart(tx: Tx, id: string, part: readonly Landmark[]): Promise<void> {
  const codes = part.map(({ code }) => code);
  const frames = part.map(({ frame }) => frame);
  await sql`
    INSERT INTO fingerprints (provenance_id, codes, frames)
    VALUES (${id}::uuid, ${codes}::integer[], ${frames}::integer[])`.execute(tx);
}
