import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Containers } from './engine.ts';

export const NAME = 'vox-single';
const PATIENCE_MS = 240_000;

export type Single = { containers: Containers; image: string; server: string; port: number };

export type Health = { status: string; checks: { sandbox: string; engines: Record<string, string> } };

/** Waits until the service answers and its speech is warm, and tells when. */
export async function timeStart(
  server: string,
): Promise<{ answeredMs: number; readyMs: number; health: Health }> {
  const startMs = performance.now();
  let answeredMs: number | undefined;
  for (;;) {
    const response = await fetch(`${server}/api/health`).catch(() => null);
    if (response?.ok) {
      answeredMs ??= performance.now() - startMs;
      const health = (await response.json()) as Health;
      if (health.checks.engines.speech === 'ok')
        return { answeredMs, readyMs: performance.now() - startMs, health };
    }
    if (performance.now() - startMs > PATIENCE_MS) throw new Error(`${server} did not become ready.`);
    await sleep(20);
  }
}

/** Waits until a container has ended, and returns its status. */
export async function statusAtEnd({ stateOf }: Containers, name: string): Promise<number> {
  const latest = performance.now() + PATIENCE_MS;
  for (;;) {
    const { Running, ExitCode } = await stateOf(name);
    if (!Running) return ExitCode;
    if (performance.now() > latest) throw new Error(`${name} did not end.`);
    await sleep(50);
  }
}

/** The time from the request to the first byte of sound. */
export async function firstSoundMs({ server, key }: { server: string; key: string }): Promise<number> {
  const startMs = performance.now();
  const response = await fetch(`${server}/api/v1/tts/stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      text: 'The first sound of a new container.',
      voice_id: 'af_heart',
      format: 'pcm',
    }),
  });
  assert.equal(response.status, 200, 'the stream was refused');
  const reader = response.body?.getReader();
  await reader?.read();
  const ms = performance.now() - startMs;
  await reader?.cancel();
  return ms;
}

export const keyOf = ({ containers }: Single): Promise<string> =>
  containers.exec(NAME, 'cat', '/data/demo-key');

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

export function report(line: string): void {
  process.stdout.write(`✔ ${line}\n`);
}
