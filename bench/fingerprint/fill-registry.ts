import { randomUUID } from 'node:crypto';
import { type Db, sql } from '../../src/platform/database/index.ts';
import { createSyntheticSounds, PART_SECONDS } from './synthetic.ts';

/** Hours that are made of landmarks. The rest are copies of these by the database, with other codes. */
const MADE_HOURS = 10;
const PARTS_AN_HOUR = 3_600 / PART_SECONDS;
const MADE_PARTS = MADE_HOURS * PARTS_AN_HOUR;
const BATCH = 60;
const COMMONEST = 12;

export type Fill = {
  until(hours: number): Promise<void>;
  /** Bytes of the index, and of all that the search needs. */
  sizes(): Promise<number[]>;
  commonest(): Promise<number[]>;
};

/** Fills the registry with synthetic sounds of twenty seconds, which have a row each. */
export function createFill(db: Db, sounds: readonly Float32Array[], sampleRate: number): Fill {
  const next = createSyntheticSounds(sounds, sampleRate);
  let parts = 0;
  return {
    async until(hours) {
      const wanted = Math.round(hours * PARTS_AN_HOUR);
      while (parts < Math.min(wanted, MADE_PARTS)) {
        await insert(db, Array.from({ length: BATCH }, next));
        parts += BATCH;
      }
      if (parts < wanted)
        await withoutIndex(db, async (tx) => {
          for (; parts < wanted; parts += MADE_PARTS) await copyMade(tx);
        });
      await vacuum(db);
    },
    async sizes() {
      const { rows } = await sql<{ index: string; whole: string }>`
        SELECT pg_total_relation_size('fingerprint_codes') AS index,
          pg_total_relation_size('fingerprint_codes') + pg_total_relation_size('fingerprints') AS whole`.execute(
        db,
      );
      return [Number(rows[0]?.index), Number(rows[0]?.whole)];
    },
    async commonest() {
      const { rows } = await sql<{ code: number }>`
        SELECT code FROM fingerprint_codes TABLESAMPLE SYSTEM (1) GROUP BY code ORDER BY count(*) DESC LIMIT ${COMMONEST}`.execute(
        db,
      );
      return rows.map(({ code }) => code);
    },
  };
}

async function insert(
  db: Db,
  sounds: readonly (readonly { code: number; frame: number }[])[],
): Promise<void> {
  const ids = sounds.map(() => randomUUID());
  const codes = sounds.map((landmarks) => `{${landmarks.map(({ code }) => code).join()}}`);
  const frames = sounds.map((landmarks) => `{${landmarks.map(({ frame }) => frame).join()}}`);
  await sql`
    WITH made AS (
      INSERT INTO provenance (id, kind, content_type, sha256, bytes, facts, made_at, delivered_at)
      SELECT id, 'speech', 'audio/wav', '\\x00', 1, '{"synthetic": true}', now(), now() FROM unnest(${ids}::uuid[]) AS id
    )
    INSERT INTO fingerprints (provenance_id, codes, frames)
    SELECT id, codes::integer[], frames::integer[]
    FROM unnest(${ids}::uuid[], ${codes}::text[], ${frames}::text[]) AS sound (id, codes, frames)`.execute(
    db,
  );
}

/**
 * The made parts once more, higher by one to eight steps of three bins, and with every second code moved a little. In a code, 2²⁴, 2¹⁷ and 2⁵ are
 * a step of its three bins, 2¹² and 1 of its times. The arrays stay as they are, since only what they cost to read matters.
 */
async function copyMade(db: Db): Promise<void> {
  await sql`
    WITH made AS (SELECT min(fingerprints.id) AS first FROM fingerprints JOIN provenance ON provenance.id = provenance_id WHERE facts ? 'synthetic'),
    copied AS (
      INSERT INTO fingerprints (provenance_id, codes, frames)
      SELECT provenance_id, codes, frames FROM fingerprints JOIN made ON id >= first AND id < first + ${MADE_PARTS}
      RETURNING id, codes, frames
    )
    INSERT INTO fingerprint_codes (code, part, frame)
    SELECT DISTINCT moved.code, copied.id, own.frame
    FROM copied CROSS JOIN LATERAL unnest(codes, frames) AS own (code, frame)
    CROSS JOIN LATERAL (
      SELECT own.code + (1 + copied.id % 8)::integer * 16908320 + (random() < 0.3)::integer * 4096
        + (random() < 0.3)::integer * 32 + (random() < 0.3)::integer AS code
    ) AS moved
    WHERE moved.code % 3 = 0`.execute(db);
}

/** An index that is built at once costs much less than one that grows. */
async function withoutIndex(db: Db, work: (tx: Db) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    await sql`SET LOCAL maintenance_work_mem = '1GB'`.execute(tx);
    await sql`ALTER TABLE fingerprints DISABLE TRIGGER USER`.execute(tx);
    await sql`ALTER TABLE fingerprint_codes DROP CONSTRAINT fingerprint_codes_pkey`.execute(tx);
    await work(tx);
    await sql`ALTER TABLE fingerprint_codes ADD PRIMARY KEY (code, part, frame)`.execute(tx);
    await sql`ALTER TABLE fingerprints ENABLE TRIGGER USER`.execute(tx);
  });
}

async function vacuum(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`SET statement_timeout = 0`.execute(connection);
    await sql`VACUUM (ANALYZE) fingerprints`.execute(connection);
    await sql`VACUUM (ANALYZE) fingerprint_codes`.execute(connection);
    await sql`RESET statement_timeout`.execute(connection);
  });
}
