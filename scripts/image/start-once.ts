/**
 * node scripts/image/start-once.ts
 *
 * The last step of an image's build: starts the service as it is in the image, lets it speak and hear itself, and stops it. What was
 * compiled and verified meanwhile stays in the image.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hears, speaks } from './talk.ts';

const PATIENCE_MS = 300_000;
const PORT = '8099';
const { DATA_DIR = '' } = process.env;
const server = `http://127.0.0.1:${PORT}`;

const env = { ...process.env, PORT, HOST: '127.0.0.1' };
const service = spawn(process.execPath, ['dist/serve.js'], { env, stdio: 'inherit' });
const ended = once(service, 'exit');
try {
  const checks = await healthyChecks();
  // A sandbox is up to where the image runs.
  const { sandbox: _, engines, ...others } = checks;
  for (const [name, state] of Object.entries({ ...others, ...(engines as object) }))
    assert.equal(state, 'ok', `${name} is ${state}`);
  const key = (await readFile(join(DATA_DIR, 'demo-key'), 'utf8')).trim();
  const sound = await speaks({ server, key }, 'The image can speak and listen.');
  await hears({ server, key }, sound, /image can speak and listen/i);
} finally {
  service.kill('SIGTERM');
}
const [status] = (await ended) as [number | null];
assert.equal(status, 0, 'the service did not end cleanly');

async function healthyChecks(): Promise<Record<string, unknown>> {
  const latest = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await fetch(`${server}/api/health`).catch(() => null);
    const report = answer?.ok
      ? ((await answer.json()) as { checks: { engines: Record<string, string> } })
      : null;
    if (report?.checks.engines.speech === 'ok') return report.checks;
    if (Date.now() > latest || service.exitCode !== null) throw new Error('The service did not start.');
    await sleep(100);
  }
}
