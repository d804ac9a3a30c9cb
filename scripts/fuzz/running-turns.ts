import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { type OpenApiDocument, operationsOf, resolved } from '../../tests/support/operations.ts';
import type { Header } from './headers.ts';
import { toWire } from './requests.ts';
import { GOOD_BODIES } from './valid.ts';
import { exchange } from './wire.ts';
import { worstCasesOf } from './worst-cases.ts';
import { type Measured, type Measuring, MOST_MS } from './worst-turns.ts';

const TIMEOUT_MS = 90_000;
const RUNS = 4;
const KINDS = ['words', 'chinese'] as const;
const LONGEST = /^vox_event_loop_longest_turn_seconds (\S+)$/m;

/**
 * Measures a service that runs elsewhere, by what its `/metrics` tell. Writing them takes a turn too, of a few milliseconds.
 * The service needs TRUST_PROXY=1: sign-ups are limited by address, so each of our accounts claims another one.
 */
export async function openRunningMeasuring(
  url: string,
  metricsToken: string | undefined,
): Promise<Measuring> {
  const document = (await (await request(`${url}/api/openapi.json`)).body.json()) as OpenApiDocument;
  const port = Number(new URL(url).port);
  let accounts = 0;

  async function longestMs(): Promise<number> {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const text = await (await request(`${url}/metrics`, { headers })).body.text();
    return 1_000 * Number(LONGEST.exec(text)?.[1]);
  }

  return {
    operations: operationsOf(resolved(document)),
    async measure(operation) {
      const endless = /event/.test(operation.path) && operation.method === 'GET';
      const measured: Measured[] = [];
      // A new one for each, because of the rate limit of a key.
      accounts += 1;
      const { agentId, proof } = await signUp(url, accounts);
      const id = operation.path.includes('/agents/') ? agentId : 'af_heart';
      for (const { name, request: worst } of worstCasesOf(operation, id, KINDS)) {
        const wire = toWire(worst, proof);
        let status = 0;
        let best = Number.POSITIVE_INFINITY;
        for (let run = 0; run < RUNS && best > MOST_MS; run++) {
          await longestMs();
          const result = await exchange({ ...wire, port, timeoutMs: TIMEOUT_MS, endless });
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

async function signUp(url: string, number: number): Promise<{ agentId: string; proof: Header[] }> {
  const address = `10.0.${Math.floor(number / 200)}.${(number % 200) + 1}`;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const post = async (path: string, body: object, more = {}) => {
    const sent = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) } as const;
    const response = await request(`${url}${path}`, sent);
    if (response.statusCode !== 201) throw new Error(`${path}: ${await response.body.text()}`);
    return { body: (await response.body.json()) as Record<string, string>, headers: response.headers };
  };
  const email = `turns-${randomUUID()}@vox-humana.example`;
  const made = await post('/api/auth', { action: 'signup', email, password: randomUUID() });
  const authorization = `Bearer ${made.body.api_key}`;
  const agent = await post('/api/v1/agents', GOOD_BODIES['/api/v1/agents'] ?? {}, { authorization });
  const cookie = [made.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0] ?? '');
  return {
    agentId: agent.body.id ?? '',
    proof: [
      ['Authorization', authorization],
      ['Cookie', cookie.join('; ')],
      ['X-Forwarded-For', address],
    ],
  };
}
