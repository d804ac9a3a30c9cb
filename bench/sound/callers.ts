import type { Account } from '../../scripts/running-service/client.ts';

export type Order = { path: string; body: { prompt: string; seconds: number; seed: number } };
export type TimedCall = { tookSeconds: number; soundSeconds: number };

const HEADER_BYTES = 44;
const BYTES_PER_SECOND = 44_100 * 2 * 2;

export async function makeSound(url: string, account: Account, order: Order): Promise<TimedCall> {
  const startedAt = performance.now();
  const response = await fetch(`${url}${order.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(order.body),
  });
  const bytes = await response.arrayBuffer();
  const tookSeconds = (performance.now() - startedAt) / 1000;
  if (response.status !== 200) throw new Error(`the service answered ${response.status}`);
  return { tookSeconds, soundSeconds: (bytes.byteLength - HEADER_BYTES) / BYTES_PER_SECOND };
}

/** Each caller sends its next order as soon as it has its sound. */
export async function callTogether(
  url: string,
  callers: readonly Account[],
  ordersOf: (caller: number) => readonly Order[],
): Promise<{ timed: TimedCall[]; elapsedSeconds: number }> {
  const startedAt = performance.now();
  const each = callers.map(async (account, caller) => {
    const timed: TimedCall[] = [];
    for (const order of ordersOf(caller)) timed.push(await makeSound(url, account, order));
    return timed;
  });
  const timed = (await Promise.all(each)).flat();
  return { timed, elapsedSeconds: (performance.now() - startedAt) / 1000 };
}
