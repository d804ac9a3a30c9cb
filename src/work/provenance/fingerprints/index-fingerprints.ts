import {
  FRAMES_PER_SECOND,
  type Landmark,
  landmarkBytes,
  landmarksIn,
} from '../../../../engines/fingerprint/index.ts';
import { type Db, sql, type Tx, tableOf } from '../../../platform/database/index.ts';

/** A piece of five seconds lies whole in one part or the other, because parts overlap. */
const PART_FRAMES = Math.round(20 * FRAMES_PER_SECOND);
const OVERLAP_FRAMES = Math.round(5 * FRAMES_PER_SECOND);
const BATCH = 50;
/** Of landmarks that are read at a time: an hour and a half of sound. One sound may have more. */
const MOST_BYTES = 2_000_000;
/** Seven minutes of sound. A film of hours is indexed in many transactions, because everybody waits for one of PGlite. */
const MOST_PARTS = 30;

type Indexed = { id: string; parts: readonly (readonly Landmark[])[]; rest: readonly Landmark[] };

/**
 * Indexes one batch of what was delivered since, and returns its size. What is left of a long sound waits for the next batch. Nodes that
 * do it at the same time take different ones.
 */
export function indexFingerprints({ db }: { db: Db }): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const indexed: Indexed[] = [];
    let room = MOST_PARTS;
    for (const { id, landmarks } of await takeUnindexed(tx)) {
      if (room <= 0) break;
      const { parts, rest } = partsOf(landmarksIn(landmarks), room);
      room -= parts.length;
      indexed.push({ id, parts, rest });
    }
    if (indexed.length > 0) await keepIndexed(tx, indexed);
    return indexed.length;
  });
}

async function takeUnindexed(tx: Tx): Promise<{ id: string; landmarks: Uint8Array }[]> {
  const { rows: found } = await sql<{ id: string; bytes: number }>`
    SELECT id, octet_length(landmarks) AS bytes FROM provenance
    WHERE landmarks IS NOT NULL AND delivered_at IS NOT NULL
    ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`.execute(tx);
  let read = 0;
  const few = found.filter(({ bytes }, index) => {
    read += bytes;
    return index === 0 || read <= MOST_BYTES;
  });
  if (few.length === 0) return [];
  const ids = few.map(({ id }) => id);
  const { rows } = await sql<{ id: string; landmarks: Uint8Array }>`
    SELECT id, landmarks FROM provenance WHERE id = ANY (${ids}::uuid[]) ORDER BY id`.execute(tx);
  return rows;
}

async function keepIndexed(tx: Tx, indexed: readonly Indexed[]): Promise<void> {
  const parts = indexed.flatMap(({ id, parts }) =>
    parts.map((part) => ({
      id,
      codes: part.map(({ code }) => code),
      frames: part.map(({ frame }) => frame),
    })),
  );
  await sql`
    INSERT INTO fingerprints (provenance_id, codes, frames)
    SELECT id, codes, frames FROM jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      AS part (id uuid, codes integer[], frames integer[])`.execute(tx);
  const left = indexed.map(({ id, rest }) => ({ id, rest: rest.length > 0 ? landmarkBytes(rest) : null }));
  await sql`
    UPDATE provenance p SET landmarks = one.rest FROM ${tableOf({ id: 'uuid', rest: 'bytea' }, left)} WHERE p.id = one.id`.execute(
    tx,
  );
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
