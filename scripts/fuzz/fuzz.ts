import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { steadyWorstTurn } from '../../src/platform/testing/worst-turn.ts';
import { listening } from '../../tests/support/leave-early.ts';
import { type Operation, operationsOf, readDocument } from '../../tests/support/operations.ts';
import type { TestService } from '../../tests/support/test-service.ts';
import { type Callers, openCallers } from './callers.ts';
import { openClient } from './client.ts';
import { faultOf } from './judge.ts';
import { type FuzzRequest, goodRequestsFor, requestsFor, toWire } from './requests.ts';
import type { Exchange } from './wire.ts';

const RESPONSE_TIMEOUT_MS = 90_000;
const MOST_VALID = 20;
/** A valid request that is refused because others of the account are in progress is sent again. */
const BUSY_PAUSE_MS = 500;
const MOST_BUSY = 20;
const ENDLESS = '/api/v1/webhook-events';
/** A turn that is long only the first time, while code is compiled, is not the fault of the request. */
const RUNS = 3;
const SHOWN_CHARACTERS = 2_000;

type Tally = Map<string, Map<number, number>>;
export type Fuzzer = {
  operations: Operation[];
  /** Counts how often each operation returned each status; 0 means that the connection was closed. */
  tally: Tally;
  /** The worst turn of the event loop that each operation caused, in milliseconds of processor time. */
  turns: Map<string, number>;
  close(): Promise<void>;
  /** Sends valid requests until one succeeds. False if none does. */
  succeed(operation: Operation, options: { seed: number }): Promise<boolean>;
  /** Throws with the smallest failing request and the seed that reproduces it. */
  run(operation: Operation, options: { seed: number; cases: number }): Promise<void>;
};

type Options = {
  /** The most that a turn may take. Only where one request is sent at a time: others would count with it. */
  mostTurnMs?: number;
};

export async function openFuzzer(
  service: TestService,
  { mostTurnMs = Number.POSITIVE_INFINITY }: Options = {},
): Promise<Fuzzer> {
  const documented = operationsOf(await readDocument(service));
  const unknown = { name: 'no such route', method: 'GET', path: '/api/v1/nothing/{id}', responses: {} };
  const callers = await openCallers(service);
  const port = await listening(service);
  const tally: Tally = new Map();
  const turns = new Map<string, number>();
  const client = openClient();

  async function send(operation: Operation, request: FuzzRequest): Promise<number> {
    await callers.beforeEach();
    const wire = toWire(request, callers.headersOf(request.caller));
    const endless = operation.path === ENDLESS;
    const exchange = () => client.exchange({ ...wire, port, timeoutMs: RESPONSE_TIMEOUT_MS, endless });
    let result = { silence: 'timeout' } as Exchange;
    const again = async () => {
      result = await exchange();
    };
    const worstMs = await steadyWorstTurn(again, { runs: RUNS, enoughMs: mostTurnMs });
    turns.set(operation.name, Math.max(worstMs, turns.get(operation.name) ?? 0));
    const counts = tally.get(operation.name) ?? new Map<number, number>();
    const status = 'answer' in result ? result.answer.status : 0;
    tally.set(operation.name, counts.set(status, (counts.get(status) ?? 0) + 1));
    // A 503 from the health check is about a busy machine, not about the request.
    if (status === 503 && operation.path === '/api/health') return status;
    const fault = faultOf(result, wire);
    if (fault) throw new Error(`${fault}\n${shown(wire.bytes)}`);
    if (worstMs > mostTurnMs) throw new Error(`a turn of ${Math.round(worstMs)} ms\n${shown(wire.bytes)}`);
    return status;
  }

  return {
    operations: [...documented, unknown],
    tally,
    turns,
    close: () => client.close(),
    async succeed(operation, { seed }) {
      await callers.renew();
      const valid = goodRequestsFor(operation, callers.idsFor(operation));
      for (const request of fc.sample(valid, { seed, numRuns: MOST_VALID })) {
        const status = await sendUnlessBusy(() => send(operation, request));
        if (status >= 200 && status < 300) return true;
      }
      return false;
    },
    run: (operation, { seed, cases }) => fuzzOne(operation, callers, { seed, cases }, send),
  };
}

async function sendUnlessBusy(send: () => Promise<number>): Promise<number> {
  for (let busy = 0; busy < MOST_BUSY; busy += 1) {
    const status = await send();
    if (status !== 429) return status;
    await sleep(BUSY_PAUSE_MS);
  }
  return 429;
}

async function fuzzOne(
  operation: Operation,
  callers: Callers,
  { seed, cases }: { seed: number; cases: number },
  send: (operation: Operation, request: FuzzRequest) => Promise<number>,
): Promise<void> {
  const property = fc.asyncProperty(requestsFor(operation, callers.idsFor(operation)), async (request) => {
    await send(operation, request);
  });
  const details = await fc.check(property, { seed, numRuns: cases });
  if (!details.failed) return;
  const again = `seed ${details.seed}, path ${details.counterexamplePath}`;
  const cause = details.errorInstance instanceof Error ? details.errorInstance.message : 'no message';
  throw new Error(`${operation.name} (${again}): ${cause}`);
}

function shown(bytes: Buffer): string {
  const text = bytes.toString('latin1').replace(/(Bearer |vox_session=)\S{20,}/g, '$1…');
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}… (${text.length} bytes)` : text;
}
