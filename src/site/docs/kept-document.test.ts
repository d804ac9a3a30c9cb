import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Fastify from 'fastify';
import { installOpenApi } from '../../http/index.ts';
import { silentLog } from '../../platform/log.ts';
import { keptDocument } from './kept-document.ts';

async function open(t: TestContext, { dataDir, summary = 'A call' }: { dataDir: string; summary?: string }) {
  const app = Fastify();
  t.after(() => app.close());
  await installOpenApi(app, { publicUrl: 'http://localhost' });
  app.get('/api/v1/thing', { schema: { summary, tags: ['Service'] } }, async () => null);
  await app.ready();
  const write = t.mock.method(app, 'swagger');
  return { write, document: () => keptDocument(app, { dataDir, log: silentLog }) };
}

test('the OpenAPI document is written once, and again when a route changes or the file is damaged', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vox-openapi-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const first = await open(t, { dataDir });
  const texts = await first.document();
  assert.match(texts.yaml, /^openapi: 3\.1\.0$/m);
  assert.ok('/api/v1/thing' in JSON.parse(texts.json).paths);
  const second = await open(t, { dataDir });
  assert.deepEqual(await second.document(), texts);
  assert.deepEqual([first.write.mock.callCount(), second.write.mock.callCount()], [2, 0]);

  const changed = await open(t, { dataDir, summary: 'Another call' });
  assert.match((await changed.document()).json, /Another call/);
  const folder = join(dataDir, 'openapi');
  const [name = '', ...others] = await readdir(folder);
  assert.deepEqual(others, [], 'the former goes');

  await writeFile(join(folder, name), '{"json": "{}"');
  const damaged = await open(t, { dataDir, summary: 'Another call' });
  assert.match((await damaged.document()).json, /Another call/);
  assert.match(await readFile(join(folder, name), 'utf8'), /Another call/);
});

test('a folder that cannot be written costs only the time', async (t) => {
  const { document } = await open(t, { dataDir: '/dev/null/nowhere' });
  assert.match((await document()).json, /A call/);
});
