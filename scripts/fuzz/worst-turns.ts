import { steadyWorstTurn } from '../../src/platform/testing/worst-turn.ts';
import { listening } from '../../tests/support/leave-early.ts';
import { type Operation, operationsOf, readDocument } from '../../tests/support/operations.ts';
import type { TestService } from '../../tests/support/test-service.ts';
import { openCallers } from './callers.ts';
import { openClient } from './client.ts';
import type { Header } from './headers.ts';
import { toWire } from './requests.ts';
import { ALL_KINDS, type WorstCase, worstCasesOf } from './worst-cases.ts';

export const MOST_MS = 50;
/** Only what seems too long is measured so often; a neighbour on the same core makes some runs longer. */
const RUNS = 8;
const TIMEOUT_MS = 90_000;

/** Pages that the document leaves out. */
const UNDOCUMENTED: Operation[] = [
  '/api/openapi.json',
  '/docs',
  '/docs/json',
  '/docs/yaml',
  '/',
  '/no/such/page',
].map((path) => ({ name: `GET ${path}`, method: 'GET', path, responses: {} }));

export type Measured = { operation: string; case: string; status: number; worstMs: number };
export type Measuring = {
  operations: Operation[];
  /** One after the other: the turns of two requests could not be told apart. */
  measure(operation: Operation): Promise<Measured[]>;
  close(): Promise<void>;
};

/** Sends each operation its worst inputs and measures the turns of the event loop that they cause. */
export async function openMeasuring(service: TestService, kinds = ALL_KINDS): Promise<Measuring> {
  const operations = [...operationsOf(await readDocument(service)), ...UNDOCUMENTED];
  const callers = await openCallers(service);
  const port = await listening(service);
  const client = openClient();
  const secret = service.secrets.workerSecret;

  async function measureCase(operation: Operation, { name, request }: WorstCase): Promise<Measured> {
    let status = 0;
    const isWorkers = operation.path.startsWith('/api/internal/workers');
    const proof: Header[] = isWorkers ? [['X-Worker-Secret', secret]] : callers.headersOf(request.caller);
    const wire = toWire(request, proof);
    const endless = /event/.test(operation.path) && operation.method === 'GET';
    const worstMs = await steadyWorstTurn(
      async () => {
        const result = await client.exchange({ ...wire, port, timeoutMs: TIMEOUT_MS, endless });
        status = 'answer' in result ? result.answer.status : 0;
      },
      { runs: RUNS, enoughMs: MOST_MS },
    );
    return { operation: operation.name, case: name, status, worstMs };
  }

  return {
    operations,
    async measure(operation) {
      // A deleted thing must not be missed by others.
      const ids = callers.idsFor(operation);
      const id = (operation.method === 'DELETE' ? ids[0] : ids.at(-1)) ?? 'x';
      const measured: Measured[] = [];
      await callers.renew();
      for (const [index, one] of worstCasesOf(operation, id, kinds).entries()) {
        if (index % 10 === 9) await callers.renew();
        measured.push(await measureCase(operation, one));
      }
      return measured;
    },
    close: () => client.close(),
  };
}
