import { mkdir, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../running-service/client.ts';
import { readLedger } from '../running-service/ledger-state.ts';
import { startService } from '../running-service/service-process.ts';
import { auditSigned, storedUnsigned } from './audit-signed.ts';
import { createDubber, type Dub } from './dubs.ts';
import type { Summary } from './kill-server.ts';
import { type CrashOptions, seededRandom } from './options.ts';
import { requestVideo } from './videos.ts';

const TEXT = 'The little boat is red today, and it sails far out over the big blue sea.';
const POLL_MS = 2;
/** The face of the film that is dubbed. */
const BEFORE = 1;
/** Hearing and signing a short film take about so long. */
const LONGEST_MS = 400;

/**
 * Kills the server between the mark and the signature of a film and of a dub, in turn: its file is there, unsigned. Nothing
 * unsigned may be stored, and what is delivered after the restart is signed and recorded, once.
 */
export async function killSigning(options: CrashOptions, print: (line: string) => void): Promise<Summary> {
  const random = seededRandom(options.seed);
  const run = `signing-${options.seed}-${Date.now().toString(36)}-`;
  const temporary = `${options.dataDir}/tmp`;
  await mkdir(temporary, { recursive: true });
  const settings = { ...options, settings: { TMPDIR: temporary } };
  const violations: string[] = [];
  const made: Dub[] = [];
  let service = await startService(settings);
  const { url } = service;
  const client = createClient(url, 2);
  const account = await client.signUp();
  await client.close();
  const dubber = createDubber(url, account);
  await dubber.buyPlan('creator');
  const film = await dubber.record(`film-${run}`);

  for (let round = 1; round <= options.rounds; round += 1) {
    const kind = round % 2 === 1 ? 'film' : 'dub';
    const id = `${run}${round}`;
    const left = await unsignedIn(temporary);
    const jobId =
      kind === 'film' ? await requestVideo(url, account, id, TEXT) : await dubber.order(film, id, false);
    await untilUnsigned(temporary, left);
    await sleep(random(0, LONGEST_MS));
    await service.kill();
    const unsigned = await storedUnsigned(options.dataDir);
    violations.push(...unsigned.map((key) => `round ${round}: ${key} is stored and not signed`));
    service = await startService({ ...settings, port: Number(new URL(url).port) });
    const done = await dubber.until(jobId, ({ finished_at }) => finished_at !== null);
    made.push(done);
    print(
      `round ${String(round).padStart(2)} · ${kind.padEnd(4)} · ${unsigned.length} unsigned files · ${done.status} after ${done.attempts} attempts`,
    );
  }

  await service.stop();
  const { charges, differences } = await readLedger(options, run);
  violations.push(...differences, ...(await auditSigned(options, account.id, made.length + BEFORE)));
  const open = charges.filter(({ status }) => status === 'reserved').length;
  if (open > 0) violations.push(`${open} reservations are open`);
  const settled = charges.filter(({ status }) => status === 'settled').length;
  const acknowledged = made.filter(({ status }) => status === 'completed').length;
  return { calls: made.length, acknowledged, settled, violations };
}

/** The server writes what a worker uploads into such a file, and signs that. */
async function untilUnsigned(temporary: string, left: readonly string[]): Promise<void> {
  while ((await unsignedIn(temporary)).every((name) => left.includes(name))) await sleep(POLL_MS);
}

async function unsignedIn(temporary: string): Promise<string[]> {
  // A folder may go while it is read.
  const names = await readdir(temporary, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('/unsigned'));
}
