import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = resolve(import.meta.dirname, '../../..');

export type Person = { email: string; apiKey: string; cookie: string };
type Started = {
  url: string;
  /** Of the seller, ready to be published. */
  clones: [string, string];
  /** The reference of the buyer's order of the plan `starter` for 5 dollars, which is not paid yet. */
  order: string;
  people: Record<'admin' | 'seller' | 'rival' | 'buyer', Person>;
};

/** A service where listings wait for a review, as in production, with people and fake engines. */
export async function startModeratedService() {
  const child = spawn(process.execPath, ['tests/support/serve-moderation.ts'], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => null);
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  if (!line) throw new Error('The service did not start.');
  return {
    ...(JSON.parse(String(line[0])) as Started),
    async close(): Promise<void> {
      child.stdin.end();
      await ended;
    },
  };
}
