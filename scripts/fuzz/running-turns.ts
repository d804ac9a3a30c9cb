import { request } from 'undici';
import { type OpenApiDocument, operationsOf, resolved } from '../../src/main/testing/operations.ts';
import { createClient } from '../running-service/client.ts';
import { toWire } from './requests.ts';
import { GOOD_BODIES } from './valid.ts';
import { exchange } from './wire.ts';
import { worstCasesOf } from './worst-cases.ts';
import { type Measured, type Measuring, MOST_MS } from './worst-turns.ts';

const TIMEOUT_MS = 90_000;
const RUNS = 4;
const LONGEST = /^vox_event_loop_longest_turn_seconds (\S+)$/m;

/** Measures a service that runs elsewhere, by what its `/metrics` tell. Writing them takes a turn too, of a few milliseconds. */
export async function openRunningMeasuring(
  url: string,
  metricsToken: string | undefined,
): Promise<Measuring> {
  const { key, cookie } = await createClient(url).signUp();
  const document = (await (await request(`${url}/api/openapi.json`)).body.json()) as OpenApiDocument;
  const operations = operationsOf(resolved(document));
  const port = Number(new URL(url).port);
  const proof: [string, string][] = [
    ['Authorization', `Bearer ${key}`],
    ['Cookie', cookie],
  ];
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify(GOOD_BODIES['/api/v1/agents']);
  const made = await request(`${url}/api/v1/agents`, { method: 'POST', headers, body });
  const { id: agentId } = (await made.body.json()) as { id: string };

  async function longestMs(): Promise<number> {
    const authorization = `Bearer ${metricsToken}`;
    const text = await (await request(`${url}/metrics`, { headers: { authorization } })).body.text();
    return 1_000 * Number(LONGEST.exec(text)?.[1]);
  }

  return {
    operations,
    async measure(operation) {
      const id = operation.path.includes('/agents/') && operation.method !== 'DELETE' ? agentId : 'af_heart';
      const measured: Measured[] = [];
      for (const { name, request: worst } of worstCasesOf(operation, id)) {
        const endless = /event/.test(operation.path) && operation.method === 'GET';
        let [status, best] = [0, Number.POSITIVE_INFINITY];
        for (let run = 0; run < RUNS && best > MOST_MS; run++) {
          await longestMs();
          const result = await exchange({ ...toWire(worst, proof), port, timeoutMs: TIMEOUT_MS, endless });
          status = 'answer' in result ? result.answer.status : 0;
          best = Math.min(best, await longestMs());
        }
        measured.push({ operation: operation.name, case: name, status, worstMs: best });
      }
      return measured;
    },
    close: async () => undefined,
  };
}
