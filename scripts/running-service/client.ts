import { createHash, randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';

export type Account = { id: string; key: string; cookie: string };

export type Call = {
  requestId: string;
  account: Account;
  text: string;
  idempotencyKey: string | null;
};

/** A response reached the client, or a connection that broke first. */
export type Outcome =
  | {
      kind: 'answered';
      status: number;
      characters: number;
      digest: string;
      replayed: boolean;
      whole: boolean;
    }
  | { kind: 'cut' };

export type Client = ReturnType<typeof createClient>;

type Me = { user: { credits: { included: number; used: number; remaining: number } } | null };

const RESPONSE_TIMEOUT_MS = 300_000;

/** Create a new client for each start of the service, so that no socket outlives a crash. */
export function createClient(url: string, connections = 256) {
  const dispatcher = new Agent({
    connections,
    headersTimeout: RESPONSE_TIMEOUT_MS,
    bodyTimeout: RESPONSE_TIMEOUT_MS,
  });

  async function signUp(): Promise<Account> {
    const email = `crash-${randomUUID()}@vox-humana.example`;
    const body = JSON.stringify({ action: 'signup', email, password: randomUUID() });
    const headers = { 'content-type': 'application/json' };
    const response = await request(`${url}/api/auth`, { method: 'POST', headers, body, dispatcher });
    if (response.statusCode !== 201) throw new Error(`sign-up: ${await response.body.text()}`);
    const { user, api_key: key } = (await response.body.json()) as { user: { id: string }; api_key: string };
    const cookie = [response.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0] ?? '');
    return { id: user.id, key, cookie: cookie.join('; ') };
  }

  async function speak(call: Call): Promise<Outcome> {
    const headers = {
      authorization: `Bearer ${call.account.key}`,
      'content-type': 'application/json',
      'x-request-id': call.requestId,
      ...(call.idempotencyKey && { 'idempotency-key': call.idempotencyKey }),
    };
    const body = JSON.stringify({ text: call.text, voice_id: 'af_heart' });
    try {
      const response = await request(`${url}/api/v1/tts`, { method: 'POST', headers, body, dispatcher });
      const bytes = Buffer.from(await response.body.arrayBuffer());
      return {
        kind: 'answered',
        status: response.statusCode,
        characters: Number(response.headers['x-characters']),
        digest: createHash('sha256').update(bytes).digest('hex'),
        replayed: response.headers['idempotent-replayed'] === 'true',
        whole: bytes.length > 0 && bytes.length === Number(response.headers['content-length']),
      };
    } catch {
      return { kind: 'cut' };
    }
  }

  async function credits(account: Account) {
    const { user } = (await get('/api/me', account)) as Me;
    if (!user) throw new Error('the session did not survive');
    return user.credits;
  }

  async function usedCredits(account: Account): Promise<number> {
    const report = (await get('/api/usage', account)) as { total: { credits: number } };
    return report.total.credits;
  }

  async function get(path: string, account: Account): Promise<unknown> {
    const headers = { cookie: account.cookie };
    const response = await request(`${url}${path}`, { headers, dispatcher });
    if (response.statusCode !== 200) throw new Error(`${path}: ${await response.body.text()}`);
    return response.body.json();
  }

  return { signUp, speak, credits, usedCredits, close: () => dispatcher.destroy() };
}
