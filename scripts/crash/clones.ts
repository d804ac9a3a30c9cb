import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../running-service/client.ts';

export type Kind = 'instant' | 'professional';
export type Clone = {
  id: string;
  status: string;
  progress: number;
  similarity: number | null;
  error: string | null;
  job_id: string;
};
export type Delivery = { event: string; status: string };
export type CloneOrder = { kind: Kind; samples: readonly Buffer[]; requestId: string; webhookUrl: string };
export type Created = { status: number; replayed: boolean; voiceId: string };

/** Keeps below the rate limit of a key, sixty calls a minute, with room for the other calls of a round. */
const POLL_MS = 1_500;

/** Does what a customer with a server of their own does. */
export function createCloner(url: string, account: Account) {
  const authorization = `Bearer ${account.key}`;

  async function call(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization, ...init.headers };
    const response = await fetch(`${url}${path}`, { ...init, method, headers });
    if (!response.ok) throw new Refused(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }
  const get = async <Body>(path: string): Promise<Body> => (await call('GET', path)).json() as Promise<Body>;
  const send = (path: string, body: object, requestId: string) =>
    call('POST', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-request-id': requestId },
    });

  return {
    buyPlan: (plan: string) => send('/api/billing/checkout', { plan }, `plan-${plan}`),

    async speak(voiceId: string, text: string, requestId: string): Promise<Buffer> {
      const response = await send('/api/v1/tts', { text, voice_id: voiceId }, requestId);
      return Buffer.from(await response.arrayBuffer());
    },

    /** The key lets the order be repeated without a second clone. */
    async order({ kind, samples, requestId, webhookUrl }: CloneOrder): Promise<Created> {
      const form = new FormData();
      const fields = { kind, name: requestId, consent: 'true', webhook_url: webhookUrl };
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      for (const [i, sample] of samples.entries())
        form.append('samples', new Blob([new Uint8Array(sample)]), `${i}.wav`);
      const headers = { 'x-request-id': requestId, 'idempotency-key': requestId };
      const response = await call('POST', '/api/voices/clone', { body: form, headers });
      const { voice_id: voiceId } = (await response.json()) as { voice_id: string };
      const replayed = response.headers.get('idempotent-replayed') === 'true';
      return { status: response.status, replayed, voiceId };
    },

    async delete(id: string): Promise<void> {
      await call('DELETE', `/api/voices/clone/${id}`);
    },

    async list(): Promise<string[]> {
      const { clones } = await get<{ clones: Clone[] }>('/api/voices/clone');
      return clones.map(({ id }) => id);
    },

    async attemptsOf({ job_id: id }: Clone): Promise<number> {
      return (await get<{ attempts: number }>(`/api/v1/jobs/${id}`)).attempts;
    },

    async deliveriesOf(id: string): Promise<Delivery[]> {
      const path = `/api/v1/webhook-deliveries?subject_id=${id}`;
      return (await get<{ webhook_deliveries: Delivery[] }>(path)).webhook_deliveries;
    },

    /** Polls until the clone has ended, also while the server is away. */
    async follow(id: string, withinMs: number, onSeen: (clone: Clone) => void): Promise<Clone> {
      const endsAtMs = Date.now() + withinMs;
      while (Date.now() < endsAtMs) {
        const clone = await get<Clone>(`/api/voices/clone/${id}`).catch(ignoreAbsence);
        if (clone) onSeen(clone);
        if (clone?.status === 'ready' || clone?.status === 'failed') return clone;
        await sleep(POLL_MS);
      }
      throw new Error(`the clone ${id} did not end within ${withinMs / 1_000} s`);
    },
  };
}

export type Cloner = ReturnType<typeof createCloner>;

class Refused extends Error {}

/** `fetch` throws for a server that was killed; a response that says no is another matter. */
function ignoreAbsence(error: unknown): undefined {
  if (error instanceof Refused) throw error;
}
