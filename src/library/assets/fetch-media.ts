import { join } from 'node:path';
import { planOf } from '../../money/plans/index.ts';
import { downloadFile, OutboundFailed, type OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { withScratchFolder } from '../../platform/scratch.ts';
import { MediaUrlFailed } from './errors.ts';
import type { Tenant } from './store-media.ts';

const FETCH_TIMEOUT_MS = 120_000;

/** Downloads the URL, up to the plan's cap, to a file that is removed when `use` ends. */
export function fetchMedia<Result>(
  outbound: OutboundPolicy,
  { plan }: Pick<Tenant, 'plan'>,
  url: string,
  signal: AbortSignal,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  return withScratchFolder(async (folder) => {
    const path = join(folder, '0');
    const options = { ...outbound, maxBytes: planOf(plan).uploadBytes, timeoutMs: FETCH_TIMEOUT_MS, signal };
    const { status } = await downloadFile(url, path, options).catch(theirFault);
    if (status !== 200)
      throw new MediaUrlFailed('media_url_failed', `The url answered with status ${status}.`);
    return use(path);
  });
}

function theirFault(error: unknown): never {
  if (error instanceof OutboundFailed) throw new MediaUrlFailed(error.code, error.public, error.cause);
  throw error;
}
