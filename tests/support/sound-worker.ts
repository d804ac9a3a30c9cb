import { encodeWav } from '../../engines/codec/index.ts';
import { listening } from './leave-early.ts';
import type { TestService } from './test-service.ts';

type SoundRequest = {
  model: string;
  prompt: string;
  seconds: number | null;
  seed: number;
  loop: boolean;
  plan?: { genre: string };
};
type Leased = { job_id: string; lease_token: string; kind: string; request: SoundRequest };

const RATE = 48_000;
const USUAL_SECONDS = 1.5;

/** A worker over HTTP with models of its own: a tone in place of music and effects. */
export async function openSoundWorker(
  service: Pick<TestService, 'app' | 'secrets'>,
  capabilities: readonly string[],
) {
  const root = `http://127.0.0.1:${await listening(service)}/api/internal/workers`;
  const secret = { 'x-worker-secret': service.secrets.workerSecret };
  const stopping = new AbortController();
  const worker = {
    behaviour: 'play' as 'play' | 'fail' | 'noise' | 'silence' | 'too short',
    /** Sent for every job, if it is set. */
    sound: null as Buffer | null,
    /** The jobs that it was leased. */
    jobs: [] as Pick<Leased, 'kind' | 'request'>[],
    /** Stops without a word, like a worker that crashes. */
    async crash() {
      stopping.abort();
      await lane;
    },
  };
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${root}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...secret, ...headers, 'content-type': 'application/json' },
    });
  const registered = await post('/register', { name: 'gpu', capabilities });
  const { worker_id: workerId } = (await registered.json()) as { worker_id: string };

  async function run({ job_id, lease_token, kind, request }: Leased): Promise<void> {
    worker.jobs.push({ kind, request });
    const mine = { 'x-lease-token': lease_token };
    if (worker.behaviour === 'fail') {
      await post(`/jobs/${job_id}/fail`, { error: 'Out of memory.', error_code: 'oom', final: false }, mine);
      return;
    }
    await fetch(`${root}/jobs/${job_id}/outputs/sound`, {
      method: 'PUT',
      body: new Uint8Array(worker.sound ?? soundFor(request, worker.behaviour)),
      headers: { ...secret, ...mine, 'content-type': 'audio/wav' },
    });
    const outputs = [{ name: 'sound', content_type: 'audio/wav' }];
    await post(`/jobs/${job_id}/complete`, { outputs, measured: {} }, mine);
  }
  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const leased = await post(`/${workerId}/lease`, { wait_seconds: 1 });
      if (leased.status === 200) await run((await leased.json()) as Leased);
    }
  }
  const lane = work();
  return worker;
}

function soundFor({ seconds }: SoundRequest, behaviour: string): Buffer {
  if (behaviour === 'noise') return Buffer.from('this is no WAV file');
  const length = (seconds ?? USUAL_SECONDS) * (behaviour === 'too short' ? 0.5 : 1) + 0.1;
  const level = behaviour === 'silence' ? 0 : 0.02;
  const samples = Float32Array.from({ length: length * RATE }, (_, i) => level * Math.sin(i * 0.05));
  return encodeWav([samples], RATE);
}
