import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { DecodeToFile, ProbeMedia } from '../../../engines/ffmpeg/index.ts';
import { hashFile, type ManifestEngine } from '../../../engines/manifests/index.ts';
import type { WatermarkEngine } from '../../../engines/watermark/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { withScratchFolder } from '../../platform/scratch.ts';
import { findByHash, findDelivered } from '../../work/provenance/index.ts';
import type { Check } from './schemas.ts';

export type CheckDeps = {
  db: Db;
  probeMedia: ProbeMedia;
  decodeToFile: DecodeToFile;
  watermark: Pick<WatermarkEngine, 'detect'>;
  manifests: Pick<ManifestEngine, 'readManifest'>;
  /** Roots in PEM. Null: no certificate is trusted. */
  trustAnchors: string | null;
};

type Limits = { maxSeconds: number; signal: AbortSignal };

/** The rate at which files are decoded, and four seconds of it. */
const SAMPLE_RATE = 16_000;
const PIECE = 4 * SAMPLE_RATE;

const NOTE =
  'No mark does not mean that no machine was at work: only some services mark what they make, and marks can be removed. A mark is evidence and not proof: somebody who has the program can mark a recording of a person. The manifest tells what its signer says.';
const LABEL = /^urn:c2pa:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/u;
const SILENT = { found: false, share: 0, confidence: 0, windows: [] };

/** Reads the manifest of a file and listens for the mark in its sound. The file is a stranger's, and is kept nowhere. */
export async function checkFile(deps: CheckDeps, path: string, limits: Limits): Promise<Check> {
  const { signal } = limits;
  const { contentType, hasAudio, durationSeconds } = await deps.probeMedia(path, limits);
  const {
    signedAt,
    serialNumber: _,
    actions,
    ...facts
  } = await deps.manifests.readManifest(path, {
    contentType,
    signal,
    trustAnchors: deps.trustAnchors,
  });
  const watermark = hasAudio ? await listen(deps, path, limits) : SILENT;
  const isOurs = await isDelivered(deps.db, path, facts);
  return {
    marked: watermark.found || facts.state === 'valid',
    watermark: { ...watermark, installation: isOurs ? 'this' : null },
    manifest: {
      ...facts,
      signed_at: signedAt,
      actions: actions.map(({ action, digitalSourceType, when }) => ({
        action,
        digital_source_type: digitalSourceType,
        when,
      })),
    },
    duration_seconds: durationSeconds ?? null,
    note: NOTE,
  };
}

/** Whether the registry has these bytes or, if the manifest holds, the file that it names. */
async function isDelivered(
  db: Db,
  path: string,
  { state, id }: { state: string; id: string | null },
): Promise<boolean> {
  if ((await findByHash(db, await hashFile(path), 1)).length > 0) return true;
  const named = state === 'valid' && id !== null ? LABEL.exec(id)?.[1] : undefined;
  return named !== undefined && (await findDelivered(db, named)) !== undefined;
}

function listen({ decodeToFile, watermark }: CheckDeps, path: string, { maxSeconds, signal }: Limits) {
  return withScratchFolder(async (folder) => {
    const target = join(folder, 'sound');
    await decodeToFile(path, { target, maxSeconds, signal });
    return watermark.detect(samplesIn(target), { sampleRate: SAMPLE_RATE, signal });
  });
}

/** Long sound is never in memory as a whole. */
async function* samplesIn(path: string): AsyncGenerator<Float32Array> {
  const file = await open(path);
  try {
    for (;;) {
      const piece = new Float32Array(PIECE);
      const { bytesRead } = await file.read(piece);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead / piece.BYTES_PER_ELEMENT);
    }
  } finally {
    await file.close();
  }
}
