import { DomainError, domainError } from '../../platform/errors.ts';
import { inMegabytes } from '../../platform/megabyte.ts';
import { StorageFull, StorageUnavailable } from '../../platform/storage/index.ts';
import { VoiceEngineBusy, VoiceEngineOffline } from '../../work/remote-speech/index.ts';

/** The combination of fields makes no sense. */
export const InvalidGenerate = domainError('invalid', 'invalid_request', (message: string, path?: string) => {
  const detail = path === undefined ? undefined : [{ path, message }];
  return { public: message, ...(detail && { detail }) };
});

/** Each file is within the plan's cap, but not all together. */
export const FilesTooLarge = domainError(
  'invalid',
  'files_too_large',
  (mostBytes: number) =>
    `The files of this request exceed ${inMegabytes(mostBytes)} in total. Split it, or upload files that several lines share as assets.`,
);

const REMEDIES = {
  cloud: 'Retry with forceCloud true.',
  wait: 'Try again in a minute; this server has no other worker to which forceCloud could send it.',
  'language model':
    'This server has no language model, and no other worker has one: its operator sets LLM_BASE_URL and LLM_MODEL.',
};

/** Whether a worker on another machine takes jobs of this kind. */
export type CloudDeps = { hasCloud(kind: 'video' | 'inference'): Promise<boolean> };

/** Nothing was charged. */
export const LocalWorkerFailed = domainError(
  'upstream_failed',
  'local_worker_failed',
  (cause: unknown, remedy: 'cloud' | 'wait' | 'language model') => ({
    public: `Local worker failed; nothing was charged. ${REMEDIES[remedy]}`,
    cause,
  }),
);

/** Turns failures of the local worker into one error; faults of the request and of the storage pass through. */
export async function asLocalFailure(
  { hasCloud }: CloudDeps,
  error: unknown,
  kind: 'video' | 'inference',
): Promise<unknown> {
  if (error instanceof StorageFull || error instanceof StorageUnavailable) return error;
  // Another route would need the same worker.
  if (error instanceof VoiceEngineOffline || error instanceof VoiceEngineBusy) return error;
  const failed =
    error instanceof DomainError && (error.kind === 'upstream_failed' || error.kind === 'unavailable');
  if (!failed) return error;
  return new LocalWorkerFailed(error.cause ?? error, (await hasCloud(kind)) ? 'cloud' : 'wait');
}
