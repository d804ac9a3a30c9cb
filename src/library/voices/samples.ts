import { type Db, sql, type Tx } from '../../platform/database/index.ts';

/** No sample is decoded beyond this. */
export const MOST_SAMPLE_SECONDS = 1_800;

export type SampleRow = {
  object_key: string;
  voice_id: string;
  position: number;
  filename: string;
  content_type: string;
  bytes: number;
  sha256: string;
  seconds: number;
};

export async function insertSamples(tx: Tx, samples: readonly SampleRow[]): Promise<void> {
  await sql`
    INSERT INTO voice_samples (object_key, voice_id, position, filename, content_type, bytes, sha256, seconds)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(samples)}::jsonb)
      AS one (object_key text, voice_id uuid, position integer, filename text, content_type text, bytes bigint,
        sha256 text, seconds double precision)
  `.execute(tx);
}

/** Returns them in the order of the upload. */
export async function selectSamples(db: Db, voiceId: string): Promise<SampleRow[]> {
  const result = await sql<SampleRow>`
    SELECT object_key, voice_id, position, filename, content_type, bytes, sha256, seconds FROM voice_samples
    WHERE voice_id = ${voiceId}::uuid ORDER BY position
  `.execute(db);
  return result.rows;
}
