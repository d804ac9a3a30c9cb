import { randomUUID } from 'node:crypto';
import { FfmpegMissing } from '../../../engines/ffmpeg/index.ts';
import { createFingerprinter, landmarkBytes } from '../../../engines/fingerprint/index.ts';
import { createInProcessManifests } from '../../../engines/manifests/testing/in-process.ts';
import { parseConfig } from '../../platform/config/index.ts';
import { type Db, sql } from '../../platform/database/index.ts';
import { silentLog } from '../../platform/log.ts';
import { testSealing } from '../../platform/sealing/testing.ts';
import { createThreads } from '../../platform/threads/index.ts';
import type { ProvenanceDeps } from './deps.ts';
import { indexFingerprints } from './fingerprints/index-fingerprints.ts';
import { createProvenance, openSigner, type Provenance } from './index.ts';

export { findSounds } from './fingerprints/find-sounds.ts';

/** Signs as a service does that has no certificate of its own. */
export async function openTestProvenance(
  deps: Pick<ProvenanceDeps, 'db' | 'clock' | 'storage'> & Partial<ProvenanceDeps>,
): Promise<Provenance> {
  const { provenance } = parseConfig({});
  const signer =
    deps.signer ?? (await openSigner({ ...deps, sealing: testSealing, log: silentLog }, provenance));
  return createProvenance({
    manifests: createInProcessManifests(),
    generator: { version: '0.0.0', watermark: null },
    consentsTo: async () => [],
    decodeToFile: () => Promise.reject(new FfmpegMissing()),
    threads: createThreads(),
    log: silentLog,
    ...deps,
    signer,
  });
}

type Recorded = { sound: Float32Array; sampleRate: number; accountId?: string; isDelivered?: boolean };

/** A row of the registry with the landmarks of a sound, indexed. Returns its id. */
export async function recordSound(
  db: Db,
  { sound, sampleRate, accountId, isDelivered = true }: Recorded,
): Promise<string> {
  const fingerprinter = createFingerprinter(sampleRate);
  fingerprinter.push(sound);
  const id = randomUUID();
  await sql`
    INSERT INTO provenance (id, account_id, kind, content_type, sha256, bytes, facts, made_at, delivered_at, landmarks)
    VALUES (${id}::uuid, ${accountId ?? null}::uuid, 'speech', 'audio/wav', '\\x00', 1, '{"models":[]}', now(),
      ${isDelivered ? new Date() : null}::timestamptz, ${landmarkBytes(fingerprinter.end())}::bytea)`.execute(
    db,
  );
  while ((await indexFingerprints({ db })) > 0);
  return id;
}
