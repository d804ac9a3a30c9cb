import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../running-service/client.ts';

const PAUSE_MS = 30;
const TEXT = 'Nobody hears that a node was upgraded.';
const PATHS = ['/api/v1/tts', '/api/v1/tts/stream'];

/** `error` is null for a call that was answered whole. */
export type Called = { id: string; at: number; error: string | null };
type Calls = { url: string; account: Account; first: number };

/** One call after the other, by turns spoken and streamed, each with an id of its own. */
export async function callUntil(isOver: () => boolean, { url, account, first }: Calls): Promise<Called[]> {
  const calls: Called[] = [];
  for (let i = 0; !isOver(); i += 1) {
    const id = `call-${first}-${i}`;
    const at = performance.now();
    const path = PATHS[(first + i) % PATHS.length] ?? '';
    calls.push({ id, at, error: await call(`${url}${path}`, account, id) });
    await sleep(PAUSE_MS);
  }
  return calls;
}

async function call(url: string, { key }: Account, id: string): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-request-id': id },
      body: JSON.stringify({ text: TEXT, voice_id: 'af_heart' }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return response.status === 200 && bytes.length > 0
      ? null
      : `${id}: ${response.status} ${bytes.subarray(0, 200)}`;
  } catch (error) {
    return `${id}: broken: ${error instanceof Error ? error.cause : error}`;
  }
}
