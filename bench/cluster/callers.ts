import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { ClusterNode } from './cluster.ts';

export type Calls = {
  latenciesMs: number[];
  /** The keys are statuses, or errors of the connection. Calls that are repeated later are counted here too. */
  failures: Record<string, number>;
  /** Calls that a killed node did not answer. They keep their `Idempotency-Key`. */
  unanswered: Call[];
  seconds: number;
};
export type Call = { key: string; text: string; idempotencyKey: string | null };

const agent = new Agent({ connections: 64 });
const RETRY_EVERY_MS = 5_000;

/** Calls speech through all nodes in turn, as fast as the answers come. */
export async function callSpeech(
  nodes: readonly ClusterNode[],
  keys: readonly string[],
  { callers, seconds, keyed }: { callers: number; seconds: number; keyed: boolean },
): Promise<Calls> {
  const calls: Calls = { latenciesMs: [], failures: {}, unanswered: [], seconds: 0 };
  const begin = performance.now();
  const endsAt = begin + seconds * 1_000;
  let sent = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const number = sent++;
      const key = keys[number % keys.length] ?? '';
      const call = {
        key,
        text: `Hello ${randomUUID().slice(0, 8)}.`,
        idempotencyKey: keyed ? randomUUID() : null,
      };
      const sentAt = performance.now();
      const status = await speakAnywhere(nodes, number, call);
      if (status === '200') calls.latenciesMs.push(performance.now() - sentAt);
      else calls.failures[status] = (calls.failures[status] ?? 0) + 1;
      if (keyed && !/^[24]/.test(status)) calls.unanswered.push(call);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  calls.seconds = (performance.now() - begin) / 1_000;
  return calls;
}

/** Sends all at once from one account. Returns how many were answered with each status. */
export async function burst(
  nodes: readonly ClusterNode[],
  key: string,
  count: number,
): Promise<Record<string, number>> {
  const send = (_: unknown, index: number) =>
    speak(nodes[index % nodes.length], { key, text: `Hello ${index}.`, idempotencyKey: null });
  const statuses = await Promise.all(Array.from({ length: count }, send));
  const byStatus = Map.groupBy(statuses, (status) => status);
  return Object.fromEntries([...byStatus].map(([status, all]) => [status, all.length]));
}

/** Repeats calls with their keys until all are answered. Returns how many still are not when the time is over. */
export async function repeat(
  nodes: readonly ClusterNode[],
  calls: readonly Call[],
  limitSeconds: number,
): Promise<number> {
  const endsAt = performance.now() + limitSeconds * 1_000;
  let left = [...calls];
  while (left.length > 0 && performance.now() < endsAt) {
    const statuses = await Promise.all(left.map((call, index) => speak(nodes[index % nodes.length], call)));
    left = left.filter((_, index) => statuses[index] !== '200');
    if (left.length > 0) await sleep(RETRY_EVERY_MS);
  }
  return left.length;
}

/** Queues a job that a node's worker runs. */
export async function queueJob(node: ClusterNode | undefined, key: string): Promise<string> {
  const body = { taskType: 'llm_inference', forceCloud: true, text: 'Hello.' };
  const { status, text } = await post(node, '/api/v1/generate', key, body);
  if (status !== 202) throw new Error(`a job was answered with ${status}: ${text}`);
  return (JSON.parse(text) as { job_id: string }).job_id;
}

/** Skips nodes that refuse the connection, as a load balancer does. */
async function speakAnywhere(nodes: readonly ClusterNode[], first: number, call: Call): Promise<string> {
  let status = '';
  for (let tried = 0; tried < nodes.length; tried += 1) {
    status = await speak(nodes[(first + tried) % nodes.length], call);
    if (status !== 'ECONNREFUSED') break;
  }
  return status;
}

async function speak(node: ClusterNode | undefined, { key, text, idempotencyKey }: Call): Promise<string> {
  const headers: Record<string, string> = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {};
  return post(node, '/api/v1/tts', key, { text, voice_id: 'af_heart' }, headers).then(
    ({ status }) => String(status),
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}

async function post(
  node: ClusterNode | undefined,
  path: string,
  key: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  if (!node) throw new Error('there is no node');
  const answer = await request(`${node.url}${path}`, {
    dispatcher: agent,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}
