import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { until } from '../../platform/testing/until.ts';
import { createHttpSource } from './index.ts';

const LEASE = { jobId: 'job_1', token: 'a' };
const BYTES = Buffer.alloc(5_000_000);

describe('an upload over HTTP that fails closes its file', () => {
  let folder: string;
  let path: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'upload-'));
    path = join(folder, 'video.mp4');
    await writeFile(path, BYTES);
  });
  after(() => rm(folder, { recursive: true }));

  const upload = (server: string, signal: AbortSignal) => {
    const source = createHttpSource({ server, secret: 's', name: 'n', capabilities: [] });
    return source.putOutput(LEASE, { name: 'video', contentType: 'video/mp4', path }, signal);
  };

  test('when it is aborted before it starts', async () => {
    await assert.rejects(upload('http://127.0.0.1:9', AbortSignal.abort()));
    await isClosed(path);
  });

  test('when the server cannot be reached', async () => {
    await assert.rejects(upload('http://127.0.0.1:9', new AbortController().signal));
    await isClosed(path);
  });

  test('when the server refuses it without reading it', async (t) => {
    const server = createServer((_request, response) => response.writeHead(409).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.closeAllConnections());
    t.after(() => server.close());
    const place = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await assert.rejects(upload(place, new AbortController().signal));
    await isClosed(path);
  });
});

test('a checkpoint and a finished job wait for a server that restarts', async (t) => {
  let cutOff = 0;
  const stopping = createServer((request) => {
    cutOff += 1;
    request.socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(stopping, 'listening');
  const { port } = stopping.address() as AddressInfo;
  const source = createHttpSource({
    server: `http://127.0.0.1:${port}`,
    secret: 's',
    name: 'n',
    capabilities: [],
  });
  const waiting = [
    source.saveCheckpoint(LEASE, { data: { step: 3 } }),
    source.complete(LEASE, { outputs: [], measured: {}, product: {} }),
  ];
  await until(() => cutOff >= 2);
  await new Promise((resolve) => stopping.close(resolve));
  const arrived: string[] = [];
  const restarted = createServer((request, response) => {
    arrived.push(request.url ?? '');
    response.writeHead(204).end();
  });
  t.after(() => restarted.close());
  restarted.listen(port, '127.0.0.1');
  await Promise.all(waiting);
  const path = '/api/internal/workers/jobs/job_1';
  assert.deepEqual(arrived.sort(), [`${path}/checkpoint`, `${path}/complete`]);
});

async function isClosed(path: string): Promise<void> {
  const open = async () => {
    const fds = await readdir('/proc/self/fd');
    return Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  };
  await until(open, (paths) => !paths.includes(path));
}
