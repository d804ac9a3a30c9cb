import type { Account } from '../../scripts/running-service/client.ts';

export type TimedCall = { tookSeconds: number; audioSeconds: number };

const HEADER_BYTES = 44;
const BYTES_PER_SECOND = 24_000 * 2;

export async function speak(url: string, account: Account, text: string): Promise<TimedCall> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/v1/tts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text, voice_id: 'af_heart' }),
  });
  const bytes = await response.arrayBuffer();
  const tookSeconds = (performance.now() - startedAt) / 1000;
  if (response.status !== 200) throw new Error(`the service answered ${response.status}`);
  return { tookSeconds, audioSeconds: (bytes.byteLength - HEADER_BYTES) / BYTES_PER_SECOND };
}

/** Each caller sends the next request as soon as it has its response. */
export async function callTogether(
  url: string,
  callers: Account[],
  texts: string[],
): Promise<{ timed: TimedCall[]; elapsedSeconds: number }> {
  const startedAt = performance.now();
  const each = callers.map(async (account) => {
    const timed: TimedCall[] = [];
    for (const text of texts) timed.push(await speak(url, account, text));
    return timed;
  });
  const timed = (await Promise.all(each)).flat();
  return { timed, elapsedSeconds: (performance.now() - startedAt) / 1000 };
}
