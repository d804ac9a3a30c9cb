import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ProbeMedia } from '../../../engines/ffmpeg/index.ts';
import { requirePixelBudget } from '../../../engines/video/index.ts';
import type { Caller } from '../../http/index.ts';
import { planOf } from '../../money/plans/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { fileBody, type ObjectDeps, putTracked } from '../../platform/storage/index.ts';
import type { FileFacts, StoredMedia } from './asset.ts';

export type MediaDeps = ObjectDeps & { probeMedia: ProbeMedia };
export type Tenant = Pick<Caller, 'accountId' | 'plan'>;

/** Detects what the file is and checks it against the plan. */
export async function examineMedia(
  { probeMedia }: Pick<MediaDeps, 'probeMedia'>,
  { plan }: Tenant,
  path: string,
  signal: AbortSignal,
): Promise<FileFacts> {
  const maxSeconds = planOf(plan).mediaSeconds;
  const media = await probeMedia(path, { maxSeconds, signal });
  const { kind, width = 0, height = 0, fps = 0, durationSeconds: seconds = 0 } = media;
  if (kind === 'video') requirePixelBudget({ width, height, fps, seconds }, maxSeconds);
  return {
    ...(await hashOf(path)),
    kind: media.kind,
    content_type: media.contentType,
    extension: media.extension,
    duration_seconds: media.durationSeconds ?? null,
    width: media.width ?? null,
    height: media.height ?? null,
    has_audio: media.hasAudio,
  };
}

/**
 * Stores a file that comes with a job. It is checked like an asset, and loose until the job's transaction calls
 * `adoptObject`.
 */
export async function storeMedia(
  deps: MediaDeps,
  tenant: Tenant,
  path: string,
  signal: AbortSignal,
): Promise<StoredMedia> {
  const facts = await examineMedia(deps, tenant, path, signal);
  const object_key = await storeFile(deps, tenant.accountId, path, facts.content_type);
  return { ...facts, object_key };
}

/** The object is loose until a transaction adopts it. */
export async function storeFile(
  deps: ObjectDeps,
  accountId: string,
  path: string,
  contentType: string,
): Promise<string> {
  const objectKey = `media/${accountId}/${uuidv7(deps.clock.now().getTime())}`;
  await putTracked(deps, objectKey, fileBody(path), { contentType });
  return objectKey;
}

async function hashOf(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}
