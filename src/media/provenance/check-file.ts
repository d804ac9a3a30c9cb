import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { DecodeToFile, ProbeMedia } from '../../../engines/ffmpeg/index.ts';
import { hashFile, type ManifestEngine } from '../../../engines/manifests/index.ts';
import type { WatermarkEngine } from '../../../engines/watermark/index.ts';
import { withScratchFolder } from '../../platform/scratch.ts';
import { type FindDeps, findRecords, type Known } from '../../work/provenance/index.ts';
import type { Check } from './schemas.ts';

export type CheckDeps = FindDeps & {
  probeMedia: ProbeMedia;
  decodeToFile: DecodeToFile;
  watermark: Pick<WatermarkEngine, 'detect'>;
  manifests: Pick<ManifestEngine, 'readManifest'>;
  /** Roots in PEM. Null: no certificate is trusted. */
  trustAnchors: string | null;
};

/** `accountId` is null for a stranger, who is told less. `address` shares the threads fairly. */
type Asking = { accountId: string | null; address: string; maxSeconds: number; signal: AbortSignal };

/** The rate at which files are decoded, and four seconds of it. */
const SAMPLE_RATE = 16_000;
const PIECE = 4 * SAMPLE_RATE;

const NOTE =
  'No mark does not mean that no machine was at work: only some services mark what they make, and marks can be removed. A mark is evidence and not proof: somebody who has the program can mark a recording of a person. The manifest tells what its signer says.';
const SILENT = { found: false, share: 0, confidence: 0, windows: [] };

/** Reads the manifest of a file and listens for the mark in its sound. The file is a stranger's, and is kept nowhere. */
export function checkFile(deps: CheckDeps, path: string, asking: Asking): Promise<Check> {
  return withScratchFolder(async (folder) => {
    const { signal, maxSeconds, accountId, address } = asking;
    const { contentType, hasAudio, durationSeconds } = await deps.probeMedia(path, { maxSeconds, signal });
    const {
      signedAt,
      serialNumber: _,
      actions,
      ...facts
    } = await deps.manifests.readManifest(path, { contentType, signal, trustAnchors: deps.trustAnchors });
    const target = join(folder, 'sound');
    if (hasAudio) await deps.decodeToFile(path, { target, maxSeconds, signal });
    const watermark = hasAudio
      ? await deps.watermark.detect(samplesIn(target), { sampleRate: SAMPLE_RATE, signal })
      : SILENT;
    const known = await findRecords(deps, {
      sha256: await hashFile(path),
      label: facts.state === 'valid' ? facts.id : null,
      // What is made here is marked, so the search, which takes longer, is spared for what is not.
      sound: watermark.found ? () => samplesIn(target) : null,
      listening: { sampleRate: SAMPLE_RATE, owner: accountId ?? address, signal },
    });
    return {
      marked: watermark.found || facts.state === 'valid',
      watermark: { ...watermark, installation: known.length > 0 ? 'this' : null },
      manifest: {
        ...facts,
        signed_at: signedAt,
        actions: actions.map(({ action, digitalSourceType, when }) => ({
          action,
          digital_source_type: digitalSourceType,
          when,
        })),
      },
      records: known.filter(({ row }) => accountId !== null && row.account_id === accountId).map(viewOf),
      duration_seconds: durationSeconds ?? null,
      note: NOTE,
    };
  });
}

function viewOf({ row, by }: Known): Check['records'][number] {
  return { id: row.id, kind: row.kind, made_at: row.made_at.toISOString(), found_by: by };
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
