import {
  alignParts,
  FRAMES_PER_SECOND,
  findLandmarks,
  type Landmark,
} from '../../../../engines/fingerprint/index.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import type { Threads } from '../../../platform/threads/index.ts';

/** `startSeconds` is where the piece begins in the sound. */
type FoundSound = { provenanceId: string; matches: number; startSeconds: number };

export type FindDeps = { db: Db; threads: Pick<Threads, 'run'> };
export type Listening = { sampleRate: number; owner: string; signal?: AbortSignal | undefined };

const PIECE_SECONDS = 5;
/** Five minutes. */
const MOST_PIECES = 60;
/** A recording that was played faster or slower is looked for with so many of its pieces. */
const PIECES_AT_SPEEDS = 3;
const SPEEDS = [0.95, 0.96, 0.97, 0.98, 0.99, 1.01, 1.02, 1.03, 1.04, 1.05];
/** Pieces of other sounds agreed in up to 8 places if they were speech, and in up to 11 if our own engine played both. */
const MIN_MATCHES = 13;
/** Compared as a whole. Several, because a preset says the same sentence alike. */
const CANDIDATES = 20;
/** As migration 0095 chooses what it indexes. */
const INDEXED_EACH = 3;
/** Of one code, the newest. It bounds what the commonest codes cost, which say least. */
const MOST_PLACES = 200;
/** A coder or another speed moves a peak by a frame or two. */
const FRAMES_A_DISTANCE = 4;
const BUDGET_MS = 5_000;

/** The sounds of the registry that are heard in this one, the surest first. None if it is shorter than five seconds. */
export async function findSounds(
  deps: FindDeps,
  samples: AsyncIterable<Float32Array>,
  listening: Listening,
): Promise<FoundSound[]> {
  const first: Float32Array[] = [];
  const found = new Map<string, FoundSound>();
  const keep = (more: readonly FoundSound[]): void => {
    for (const one of more)
      if (one.matches > (found.get(one.provenanceId)?.matches ?? 0)) found.set(one.provenanceId, one);
  };
  for await (const piece of piecesOf(samples, listening.sampleRate)) {
    if (first.length < PIECES_AT_SPEEDS) first.push(piece);
    keep(await findPiece(deps, piece, 1, listening));
  }
  for (const speed of SPEEDS) {
    if (found.size > 0) break;
    for (const piece of first) keep(await findPiece(deps, piece, speed, listening));
  }
  return [...found.values()].sort((a, b) => b.matches - a.matches);
}

async function* piecesOf(
  samples: AsyncIterable<Float32Array>,
  sampleRate: number,
): AsyncGenerator<Float32Array> {
  let piece = new Float32Array(PIECE_SECONDS * sampleRate);
  let filled = 0;
  let count = 0;
  for await (const more of samples) {
    for (let at = 0; at < more.length; ) {
      const taken = more.subarray(at, at + piece.length - filled);
      piece.set(taken, filled);
      filled += taken.length;
      at += taken.length;
      if (filled < piece.length) continue;
      yield piece;
      count += 1;
      if (count === MOST_PIECES) return;
      piece = new Float32Array(piece.length);
      filled = 0;
    }
  }
}

async function findPiece(
  { db, threads }: FindDeps,
  samples: Float32Array,
  speed: number,
  { sampleRate, owner, signal }: Listening,
): Promise<FoundSound[]> {
  const work = { owner, what: 'Looking for the sound', budgetMs: BUDGET_MS, signal };
  const piece = await threads.run(findLandmarks, { samples, sampleRate, speed }, work);
  const candidates = piece.length > 0 ? await partsLike(db, piece) : [];
  if (candidates.length === 0) return [];
  const parts = candidates.map(({ codes, frames }) =>
    codes.map((code, i): Landmark => ({ code, frame: frames[i] ?? 0 })),
  );
  const alignments = await threads.run(alignParts, { piece, parts }, work);
  return alignments.flatMap(({ matches, atFrame }, i) => {
    const provenanceId = candidates[i]?.provenance_id;
    if (provenanceId === undefined || matches < MIN_MATCHES) return [];
    return { provenanceId, matches, startSeconds: Math.max(0, atFrame / FRAMES_PER_SECOND) };
  });
}

type Part = { provenance_id: string; codes: number[]; frames: number[] };

/** The parts that share most codes with the piece at one distance. Only codes that `fingerprint_codes` has are asked for. */
async function partsLike(db: Db, piece: readonly Landmark[]): Promise<Part[]> {
  const asked = piece.filter(({ code }) => code % INDEXED_EACH === 0);
  const { rows } = await sql<Part>`
    WITH shared AS MATERIALIZED (
      SELECT own.part, (own.frame - asked.frame) / ${FRAMES_A_DISTANCE}::integer AS distance, count(*) AS codes
      FROM unnest(${asked.map(({ code }) => code)}::integer[], ${asked.map(({ frame }) => frame)}::integer[]) AS asked (code, frame)
      CROSS JOIN LATERAL (
        SELECT part, frame FROM fingerprint_codes
        WHERE code = asked.code ORDER BY part DESC LIMIT ${MOST_PLACES}
      ) AS own
      GROUP BY own.part, distance
    ),
    likeliest AS (
      SELECT part, max(codes) AS codes FROM shared GROUP BY part ORDER BY codes DESC, part DESC LIMIT ${CANDIDATES}
    )
    SELECT fingerprints.provenance_id, fingerprints.codes, fingerprints.frames
    FROM likeliest JOIN fingerprints ON fingerprints.id = likeliest.part ORDER BY likeliest.codes DESC`.execute(
    db,
  );
  return rows;
}
