import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, createClient } from '../running-service/client.ts';
import { type ChargeFact, readLedger } from '../running-service/ledger-state.ts';
import { startService } from '../running-service/service-process.ts';
import type { Summary } from './kill-server.ts';
import { type CrashOptions, seededRandom } from './options.ts';

type Listener = { requestId: string; bytes: number };

const LISTENERS = 3;
const SENTENCE = 'The little boat is red today. ';
const TEXT = SENTENCE.repeat(8).trim();
/** The engine speaks no such sentence faster. */
const MIN_SECONDS = 1.2;
const BYTES_PER_SECOND = 24_000 * 2;
const HEADER_BYTES = 44;
/** A stalled stream is abandoned after 120 s and due 30 s later; the next sweep settles it. */
const LAST_SWEEP_MS = 165_000;

/** Kills the service while it streams. Each stream must then have cost no more than its listener received. */
export async function killStream(options: CrashOptions, print: (line: string) => void): Promise<Summary> {
  const random = seededRandom(options.seed);
  const run = `stream-${options.seed}-${Date.now().toString(36)}-`;
  const all: Listener[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    const service = await startService(options);
    const client = createClient(service.url, 2);
    const accounts = await Promise.all(Array.from({ length: LISTENERS }, () => client.signUp()));
    const listeners = accounts.map((_, index) => ({ requestId: `${run}${round}-${index}`, bytes: 0 }));
    const first = Promise.withResolvers<void>();
    const listening = accounts.map((account, index) =>
      listen(service.url, account, listeners[index] as Listener, first.resolve),
    );
    await first.promise;
    await sleep(random(0, 6_000));
    await service.kill();
    await Promise.all(listening);
    await client.close();
    all.push(...listeners);
    const received = listeners.map(({ bytes }) => secondsOf(bytes).toFixed(1));
    print(`round ${String(round).padStart(2)} · received ${received.join(', ')} s`);
  }
  print(`waiting ${LAST_SWEEP_MS / 1000} s for the sweeper`);
  const service = await startService(options);
  await sleep(LAST_SWEEP_MS);
  await service.stop();
  const { charges, differences } = await readLedger(options, run);
  const chargeOf = new Map(charges.map((charge) => [charge.request_id, charge]));
  const violations = [...differences, ...all.flatMap((one) => judge(one, chargeOf.get(one.requestId)))];
  const settled = charges.filter(({ status }) => status === 'settled').length;
  return { calls: all.length, acknowledged: all.filter(hasAudio).length, settled, violations };
}

async function listen(url: string, account: Account, one: Listener, onSound: () => void): Promise<void> {
  const headers = {
    authorization: `Bearer ${account.key}`,
    'content-type': 'application/json',
    'x-request-id': one.requestId,
  };
  const body = JSON.stringify({ text: TEXT, voice_id: 'af_heart', format: 'wav' });
  try {
    const response = await fetch(`${url}/api/v1/tts/stream`, { method: 'POST', headers, body });
    for await (const chunk of response.body ?? []) {
      one.bytes += chunk.byteLength;
      if (hasAudio(one)) onSound();
    }
  } catch {
    // The service was killed. The bytes received so far are what counts.
  }
}

function judge(one: Listener, charge: ChargeFact | undefined): string[] {
  const problems: string[] = [];
  const credits = charge?.status === 'settled' ? charge.credits : 0;
  const maxSentences = Math.floor(secondsOf(one.bytes) / MIN_SECONDS);
  if (charge?.status === 'reserved') problems.push('still reserved');
  if (hasAudio(one) && credits === 0) problems.push('received audio and was not charged');
  if (!hasAudio(one) && credits > SENTENCE.length * 2) problems.push(`charged ${credits} for no audio`);
  if (credits > TEXT.length) problems.push(`charged ${credits} of ${TEXT.length}`);
  // One sentence may be in transit and one in the encoder when the service dies.
  if (credits > (maxSentences + 3) * SENTENCE.length)
    problems.push(`charged ${credits} for ${secondsOf(one.bytes).toFixed(1)} s`);
  return problems.map((problem) => `${one.requestId}: ${problem}`);
}

function hasAudio({ bytes }: Listener): boolean {
  return bytes > HEADER_BYTES;
}

function secondsOf(bytes: number): number {
  return Math.max(0, bytes - HEADER_BYTES) / BYTES_PER_SECOND;
}
