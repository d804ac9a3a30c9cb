import { operatorFetch } from '../../../platform/operator-fetch.ts';
import { type Check, type Finding, fault, good, warning } from '../check.ts';

const ANSWER_MS = 6_000;
const NOTABLE_MS = 60_000;
/** S3 refuses signatures that are a quarter of an hour off. */
const REFUSED_MS = 14 * 60_000;

/** Every answer says what time it is there, also one that refuses. */
export const storeClock: Check = {
  id: 'object-store-clock',
  settings: ['S3_BUCKET', 'S3_ENDPOINT'],
  async run({ config, clock }) {
    if (!config.s3) return [];
    const { endpoint, region } = config.s3;
    const url = endpoint ?? `https://s3.${region}.amazonaws.com`;
    const answer = await operatorFetch(url, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) }).catch(
      () => null,
    );
    // Why it does not answer is told once, by `object-store`.
    const date = Date.parse(answer?.headers.get('date') ?? '');
    return Number.isNaN(date) ? [] : [judgeStoreClock(clock.now().getTime() - date)];
  },
};

export function judgeStoreClock(aheadMs: number): Finding {
  const off = Math.abs(aheadMs);
  if (off < NOTABLE_MS) return good('This machine and the object store have the same time.');
  const minutes = (off / 60_000).toFixed(1);
  const seen = `The clock of this machine is ${minutes} minutes ${aheadMs > 0 ? 'ahead of' : 'behind'} the object store's.`;
  const remedy = 'Let this machine keep time by NTP: timedatectl set-ntp true.';
  if (off < REFUSED_MS) return warning(seen, remedy);
  return fault(`${seen} It refuses signatures that are so far off.`, remedy);
}
