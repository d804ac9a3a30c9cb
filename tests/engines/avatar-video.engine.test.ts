import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { decodeVideo } from '../../engines/video/testing/decode-video.ts';
import { openEngines } from '../../src/main/open-engines.ts';
import { createService } from '../../src/main/service.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { loadSecrets, parseConfig } from '../../src/platform/config/index.ts';
import { openTestDatabase } from '../../src/platform/database/testing.ts';
import { silentLog } from '../../src/platform/log.ts';
import { createDiskStorage } from '../../src/platform/storage/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { noTracing } from '../../src/platform/tracing/index.ts';

const MODELS_DIR = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;
const TEXT = 'Hello there, I am on screen.';

describe('a video', () => {
  let dataDir: string;
  let base: string;
  let ffmpeg: string;
  let close: () => Promise<void>;

  // The service belongs to the suite, not to the file: it would lose its lease as a worker while other files of the
  // process compute.
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vox-video-'));
    const config = parseConfig({ DATA_DIR: dataDir, MODELS_DIR, PUBLIC_URL: 'http://localhost' });
    const { closeEngines, ...engines } = await openEngines(config, silentLog);
    ffmpeg = engines.media.tools.ffmpeg ?? assert.fail('this test needs ffmpeg');
    const database = await openTestDatabase();
    const storage = await createDiskStorage({ dataDir });
    const secrets = loadSecrets(config);
    const opened = { log: silentLog, clock: systemClock, database, storage, tracing: noTracing };
    const ground = { config, secrets, ...opened, ...engines };
    const service = await createService(ground);
    base = await service.app.listen({ host: '127.0.0.1', port: 0 });
    close = async () => {
      await service.close();
      await closeEngines();
      await database.close();
      await rm(dataDir, { recursive: true });
    };
  });
  after(() => close());

  async function call<Body>(path: string, body?: object, key = ''): Promise<Body> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const response = await fetch(base + path, init);
    const text = await response.text();
    assert.ok(response.ok, `${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Body;
  }

  type Job = Record<'status' | 'error' | 'output_url' | 'lipsync', string> &
    Record<'credits' | 'duration_seconds' | 'width' | 'height', number> & { poll: string };

  test('a text becomes a video over HTTP: moving frames of the promised size and length, with its speech', async () => {
    const account = { action: 'signup', email: 'someone@example.com', password: 'correct horse battery 7' };
    const { api_key: key } = await call<{ api_key: string }>('/api/auth', account);
    const { poll } = await call<Job>('/api/v1/avatar', { text: TEXT }, key);
    const isOver = ({ status }: Job): boolean => status !== 'queued' && status !== 'processing';
    const job = await until(() => call<Job>(poll, undefined, key), isOver, 600_000);
    assert.equal(job.status, 'completed', job.error);
    assert.equal(job.lipsync, 'neural');
    assert.deepEqual([job.width, job.height], [854, 480]);
    assert.ok(job.duration_seconds > 1.2 && job.duration_seconds < 4, `${job.duration_seconds} s`);
    assert.equal(job.credits, TEXT.length + 10 * Math.ceil(job.duration_seconds));

    const { pathname, search } = new URL(job.output_url);
    const path = join(dataDir, 'downloaded.mp4');
    await writeFile(path, Buffer.from(await (await fetch(base + pathname + search)).arrayBuffer()));
    const { frames, soundSeconds } = await decodeVideo(ffmpeg, path, job);
    assert.equal(frames.length, Math.round(job.duration_seconds * 25));
    assert.ok(Math.abs(soundSeconds - job.duration_seconds) < 0.05);
    const moving = frames.filter(
      (frame, i) => i > 0 && Buffer.compare(frame, frames[i - 1] ?? frame) !== 0,
    ).length;
    assert.ok(moving > frames.length / 2, `${moving} of ${frames.length} frames differ from the one before`);
  });
});
