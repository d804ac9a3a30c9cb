import { requestStamp, tokenIn } from '../../../../engines/manifests/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { operatorFetch } from '../../../platform/operator-fetch.ts';
import { readBounded } from './read-bounded.ts';

const TIMEOUT_MS = 5_000;
/** A token brings the certificates of its server along. */
export const STAMP_BYTES = 12_000;
/** A server that failed is not asked again for this long: every file would wait for it. */
const PAUSE_MS = 60_000;

export type TimeStamps = (bytes: Buffer) => Promise<Buffer | null>;

/**
 * Asks a server of RFC 3161. If it fails, the file is signed without a time stamp, and the log says so: a stranger's server must
 * not keep customers from what they paid for.
 */
export function createTimeStamps(
  url: string,
  { clock, log, timeoutMs = TIMEOUT_MS }: { clock: Clock; log: Log; timeoutMs?: number },
): TimeStamps {
  let pausedUntilMs = 0;
  return async (bytes) => {
    const nowMs = clock.now().getTime();
    if (nowMs < pausedUntilMs) return null;
    try {
      const asked = requestStamp(bytes);
      const response = await operatorFetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
        body: asked.request,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer = await readBounded(response, STAMP_BYTES);
      if (response.status !== 200) throw new Error(`the server answered with status ${response.status}`);
      return tokenIn(answer, asked);
    } catch (err) {
      pausedUntilMs = nowMs + PAUSE_MS;
      log.warn({ err, pausedMs: PAUSE_MS }, 'files are signed without a time stamp: its server failed');
      return null;
    }
  };
}
