import { setTimeout as sleep } from 'node:timers/promises';
import { encodeWav } from '../../engines/codec/index.ts';
import { listening } from './leave-early.ts';
import type { TestService } from './test-service.ts';

type Leased = {
  job_id: string;
  lease_token: string;
  kind: string;
  request: { text: string; words: { text: string }[]; voice: string; max_seconds: number };
  inputs: { name: string }[];
};

/** `die` leases a job and is never heard of again; `hang` reports until the job is taken away. */
export type Behaviour = 'speak' | 'die' | 'hang' | 'fail' | 'noise' | 'silence' | 'too long' | 'wrong times';

const ENGINE = 'xtts-v2';
const RATE = 22_050;
export const ARTIFACT = Buffer.from('latents of the speaker, which only this engine can read');

/** A worker of another engine, over HTTP: it clones voices into artifacts of its own, and speaks with them. */
export async function openVoiceWorker(service: Pick<TestService, 'app' | 'secrets'>, { times = true } = {}) {
  const root = `http://127.0.0.1:${await listening(service)}/api/internal/workers`;
  const secret = { 'x-worker-secret': service.secrets.workerSecret };
  const stopping = new AbortController();
  const voices = new Map<string, Buffer>();
  const worker = {
    behaviour: 'speak' as Behaviour,
    /** Requests of the speak jobs that it was leased. */
    spoken: [] as Leased['request'][],
    /** Sent for every text, if it is set. */
    sound: null as Buffer | null,
    /** Downloads of artifacts. */
    downloads: 0,
    /** Jobs of which a report was answered with 409. */
    takenAway: 0,
    /** Waits for this before it sends the sound of a text. */
    gate: async (_text: string): Promise<unknown> => undefined,
    /** `complete` sends this for a clone, besides the artifact. */
    product: {
      speaker: null,
      print: null,
      served_by: ENGINE,
      gender: 'female',
      similarity: 0.9,
    } as object,
    async stop() {
      stopping.abort();
      await Promise.all(lanes);
      await fetch(`${root}/${workerId}`, { method: 'DELETE', headers: secret });
    },
  };

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${root}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...secret, ...headers, 'content-type': 'application/json' },
    });
  const capabilities = ['clone', `clone:${ENGINE}`, 'speak', `speak:${ENGINE}`];
  const registered = await post('/register', { name: 'gpu', capabilities });
  const { worker_id: workerId } = (await registered.json()) as { worker_id: string };

  /** A job that fails here is lost, as when a worker crashes. */
  async function lane(): Promise<void> {
    while (!stopping.signal.aborted) {
      const leased = await post(`/${workerId}/lease`, { wait_seconds: 1 });
      if (leased.status === 200) await run((await leased.json()) as Leased).catch(() => undefined);
    }
  }
  async function run(job: Leased): Promise<void> {
    const mine = { 'x-lease-token': job.lease_token };
    const path = `/jobs/${job.job_id}`;
    const put = (name: string, type: string, body: Buffer | string) =>
      fetch(`${root}${path}/outputs/${name}`, {
        method: 'PUT',
        body: new Uint8Array(Buffer.from(body)),
        headers: { ...secret, ...mine, 'content-type': type },
      });
    if (job.kind === 'clone') {
      await put('voice', 'application/octet-stream', ARTIFACT);
      const outputs = [{ name: 'voice', content_type: 'application/octet-stream' }];
      await post(`${path}/complete`, { outputs, measured: {}, product: worker.product }, mine);
      return;
    }
    worker.spoken.push(job.request);
    const { behaviour } = worker;
    if (behaviour === 'die') return;
    if (behaviour === 'hang') {
      while ((await post(`${path}/report`, {}, mine)).status === 204) await sleep(20);
      worker.takenAway += 1;
      return;
    }
    if (behaviour === 'fail') {
      await post(`${path}/fail`, { error: 'Out of memory.', error_code: 'oom', final: false }, mine);
      return;
    }
    if (!(await download(job, mine))) {
      await post(
        `${path}/fail`,
        { error: 'The voice is gone.', error_code: 'voice_gone', final: true },
        mine,
      );
      return;
    }
    await worker.gate(job.request.text);
    await put('sound', 'audio/wav', worker.sound ?? soundFor(job.request, behaviour));
    const names = ['sound', ...(times ? ['words'] : [])];
    if (times) await put('words', 'application/json', JSON.stringify(timesFor(job.request, behaviour)));
    const outputs = names.map((name) => ({
      name,
      content_type: name === 'sound' ? 'audio/wav' : 'application/json',
    }));
    await post(`${path}/complete`, { outputs, measured: {} }, mine);
  }

  /** Keeps voices by what the request calls them. False when the voice is gone. */
  async function download(
    { job_id, request: { voice } }: Leased,
    mine: Record<string, string>,
  ): Promise<boolean> {
    const known = voices.has(voice) ? { 'if-none-match': `"${voice}"` } : undefined;
    const response = await fetch(`${root}/jobs/${job_id}/inputs/voice`, {
      headers: { ...secret, ...mine, ...known },
    });
    if (response.status === 304) return true;
    if (response.status === 404) return false;
    worker.downloads += 1;
    const body = Buffer.from(await response.arrayBuffer());
    if (!body.equals(ARTIFACT)) throw new Error(`another artifact: ${response.status} ${body.toString()}`);
    voices.set(voice, body);
    return true;
  }

  const lanes = [lane(), lane()];
  return worker;
}

/** About as long as a voice would take. */
function secondsFor({ text }: Leased['request']): number {
  return 0.3 + 0.06 * text.length;
}

function soundFor(request: Leased['request'], behaviour: Behaviour): Buffer {
  if (behaviour === 'noise') return Buffer.from('this is no WAV file');
  const seconds = behaviour === 'too long' ? request.max_seconds + 1 : secondsFor(request);
  const loudness = behaviour === 'silence' ? 0 : 0.5;
  const samples = Float32Array.from(
    { length: seconds * RATE },
    (_, i) => loudness * Math.sin((i * 2_764) / RATE),
  );
  return encodeWav([samples], RATE);
}

function timesFor(request: Leased['request'], behaviour: Behaviour): object[] {
  const { words } = request;
  const each = secondsFor(request) / words.length;
  const times = words.map((_, i) => ({ start: i * each, end: (i + 1) * each }));
  return behaviour === 'wrong times' ? times.reverse() : times;
}
