/** A worker node whose videos are a few bytes, so that only what surrounds rendering is measured. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../src/platform/log.ts';
import { createHttpSource, type JobRunner, Worker } from '../../src/work/workers/index.ts';

const [server = '', secret = '', workDir = ''] = process.argv.slice(2);

const runner: JobRunner = {
  kind: 'bench',
  capabilities: ['bench'],
  async run({ folder }) {
    const path = join(folder, 'video');
    await writeFile(path, 'a video');
    const outputs = [{ name: 'video' as const, contentType: 'video/mp4', path }];
    return { outputs, measured: { video_second: 1 }, durationSeconds: 1 };
  },
};
const { capabilities } = runner;
const source = createHttpSource({ server, secret, name: `bench-${process.pid}`, capabilities });
const worker = new Worker({ source, runners: [runner], concurrency: 1, workDir, log: silentLog });
await worker.start();
process.once('SIGTERM', async () => {
  await worker.stop({ graceMs: 1_000 });
  process.exit(0);
});
