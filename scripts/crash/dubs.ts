import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { encodeWav, readWav } from '../../engines/codec/index.ts';
import { joinSamples } from '../../engines/dsp/index.ts';
import { findFfmpeg } from '../../engines/ffmpeg/index.ts';
import type { Account } from '../running-service/client.ts';

export type Dub = {
  job_id: string;
  status: string;
  stage: string;
  progress: number;
  attempts: number;
  credits: number;
  finished_at: string | null;
  error: string | null;
};

const run = promisify(execFile);

type Project = {
  duration_seconds: number;
  lines: { translation: string | null }[];
};

/** Below the rate limit of a key. */
const POLL_MS = 1_050;
const DUB_MS = 600_000;
const SCENE = [
  ['ef_dora', 'Buenos días. Hoy hablamos de la ciudad y del río.'],
  ['em_alex', 'Muchas gracias. Vivo aquí desde hace treinta años.'],
] as const;

/** Does what a customer does who has a recording dubbed. */
export function createDubber(url: string, account: Account) {
  const authorization = `Bearer ${account.key}`;
  const dubIds = new Map<string, string>();

  async function call(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization, ...init.headers };
    const response = await fetch(`${url}${path}`, { ...init, method, headers });
    if (!response.ok) throw new Refused(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }
  const sendJson = (path: string, body: object, requestId: string) =>
    call('POST', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-request-id': requestId },
    });

  /** Polls, also while the server is away. */
  async function until(jobId: string, is: (dub: Dub) => boolean): Promise<Dub> {
    const endsAtMs = Date.now() + DUB_MS;
    let reached = 0;
    while (Date.now() < endsAtMs) {
      const response = await call('GET', `/api/v1/jobs/${jobId}`).catch(ignoreAbsence);
      const dub = response && ((await response.json()) as Dub);
      if (dub && dub.progress < reached) throw new Error(`progress fell from ${reached} to ${dub.progress}`);
      reached = dub?.progress ?? reached;
      if (dub && is(dub)) return dub;
      await sleep(POLL_MS);
    }
    throw new Error(`the dub ${jobId} did not get there`);
  }

  return {
    until,
    buyPlan: (plan: string) => sendJson('/api/billing/checkout', { plan }, `plan-${plan}`),

    /** Two voices of the service play the people, and one of its presenters shows a face. */
    async record(requestId: string): Promise<Buffer> {
      const parts: Float32Array[] = [];
      for (const [i, [voice, text]] of SCENE.entries()) {
        const order = { text, voice_id: voice, format: 'wav' };
        const spoken = await sendJson('/api/v1/tts', order, `${requestId}-${i}`);
        parts.push(readWav(Buffer.from(await spoken.arrayBuffer())).samples, new Float32Array(12_000));
      }
      const avatar = await sendJson(
        '/api/v1/avatar',
        { text: 'Good morning, everybody.' },
        `${requestId}-face`,
      );
      const { job_id: jobId } = (await avatar.json()) as Dub;
      await until(jobId, ({ finished_at }) => finished_at !== null);
      const face = await call('GET', `/api/v1/jobs/${jobId}/output`);
      return joined(Buffer.from(await face.arrayBuffer()), encodeWav([joinSamples(parts)], 24_000));
    },

    /** A voice is made for each speaker who consents, which takes longer than all the rest. */
    async order(film: Buffer, requestId: string, consent: boolean): Promise<string> {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(film)]), 'film.mp4');
      const fields = { target_language: 'en', source_language: 'es', consent: String(consent) };
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      const headers = { 'x-request-id': requestId, 'idempotency-key': requestId };
      const response = await call('POST', '/api/v1/dub', { body: form, headers });
      const { job_id: jobId, dub_id: dubId } = (await response.json()) as { job_id: string; dub_id: string };
      dubIds.set(jobId, dubId);
      return jobId;
    },

    /** Reads the events of the job, because a stage may be shorter than the pause between two polls. */
    async seen(jobId: string, stage: string): Promise<boolean> {
      const response = await call('GET', `/api/v1/jobs/${jobId}/events`, {
        headers: { accept: 'text/event-stream' },
      });
      let text = '';
      for await (const chunk of response.body ?? []) {
        text += Buffer.from(chunk).toString();
        if (text.includes(`"stage":"${stage}"`)) return true;
      }
      return false;
    },

    async read({ job_id: jobId }: Dub): Promise<Project> {
      return (await (await call('GET', `/api/v1/dub/${dubIds.get(jobId)}`)).json()) as Project;
    },

    async download({ job_id: jobId }: Dub): Promise<number> {
      return (await (await call('GET', `/api/v1/jobs/${jobId}/output`)).arrayBuffer()).byteLength;
    },
  };
}

/** The picture is repeated for as long as the sound lasts, and made small. */
async function joined(picture: Buffer, sound: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'crash-film-'));
  try {
    const seen = join(folder, 'picture.mp4');
    const heard = join(folder, 'sound.wav');
    const film = join(folder, 'film.mp4');
    await writeFile(seen, picture);
    await writeFile(heard, sound);
    const ffmpeg = (await findFfmpeg(process.env.FFMPEG_PATH, process.env)) ?? 'ffmpeg';
    const encoding = ['-vf', 'scale=-2:360', '-c:v', 'libx264', '-preset', 'veryfast', '-c:a', 'aac'];
    const inputs = ['-stream_loop', '-1', '-i', seen, '-i', heard, '-map', '0:v', '-map', '1:a', '-shortest'];
    await run(ffmpeg, ['-nostdin', '-v', 'error', ...inputs, ...encoding, film]);
    return await readFile(film);
  } finally {
    await rm(folder, { recursive: true });
  }
}

class Refused extends Error {}

/** `fetch` throws for a server that was killed; a response that says no is another matter. */
function ignoreAbsence(error: unknown): undefined {
  if (error instanceof Refused) throw error;
}
