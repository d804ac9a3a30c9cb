import { signUrl } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type OutputUrl, pollPath } from '../work/jobs/index.ts';

const READABLE_MS = 7 * 24 * 3_600_000;

/** Signed addresses of job outputs. */
export function outputUrls(options: { publicUrl: string; sessionSecret: string; clock: Clock }): OutputUrl {
  const { publicUrl, sessionSecret, clock } = options;
  return ({ id, account_id: accountId }, output) => {
    const expiresAt = new Date(clock.now().getTime() + READABLE_MS);
    return `${publicUrl}${signUrl(sessionSecret, { path: `${pollPath(id)}/${output}`, accountId, expiresAt })}`;
  };
}
