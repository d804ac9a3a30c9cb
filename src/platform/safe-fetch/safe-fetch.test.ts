import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { guardLookup, guardPeer, type Lookup } from './guarded-connector.ts';
import { downloadFile, OutboundFailed, type SafeFetchOptions, safeFetch, UrlNotAllowed } from './index.ts';

const PUBLIC = { address: '93.184.215.14', family: 4 };
const LOOPBACK = { address: '127.0.0.1', family: 4 };

const answering =
  (...answers: (typeof PUBLIC)[]): Lookup =>
  (_host, _options, callback) =>
    callback(null, answers);

async function listen(t: TestContext, server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (t: TestContext, handler: RequestListener) => listen(t, createServer(handler));
/** Sends raw bytes, so that it can break the protocol. */
const serveRaw = (t: TestContext, talk: (socket: Socket) => void) =>
  listen(
    t,
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => talk(socket));
    }),
  );

function visit(place: string, options: Partial<SafeFetchOptions> = {}, path = '/') {
  return safeFetch(`http://${place}${path}`, {
    allow: [place],
    requireHttps: false,
    maxBytes: 1_000,
    timeoutMs: 600_000,
    ...options,
  });
}

const failsWith = (code: string) => (error: unknown) =>
  error instanceof OutboundFailed && error.kind === 'upstream_failed' && error.code === code;

test('sends method, headers and body, and returns status, headers and body', async (t) => {
  const place = await serve(t, async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    response
      .writeHead(201, { 'x-seen': `${request.method} ${request.url} ${request.headers['x-mine']}` })
      .end(body);
  });
  const answer = await visit(
    place,
    { method: 'POST', headers: { 'x-mine': 'yes' }, body: 'hello' },
    '/a?b=1',
  );
  assert.equal(answer.status, 201);
  assert.equal(answer.headers['x-seen'], 'POST /a?b=1 yes');
  assert.equal(answer.body.toString(), 'hello');
});

test('an error status is an answer, not an exception', async (t) => {
  const place = await serve(t, (_request, response) => response.writeHead(500).end('no'));
  assert.equal((await visit(place)).status, 500);
});

test('a loopback server is not contacted unless it is allowed', async (t) => {
  let visits = 0;
  const place = await serve(t, (_request, response) => {
    visits += 1;
    response.end();
  });
  await assert.rejects(visit(place, { allow: [] }), UrlNotAllowed);
  await assert.rejects(visit(place, { allow: ['127.0.0.1:1'] }), UrlNotAllowed);
  assert.equal(visits, 0);
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a ${status} to the metadata service is not followed`, async (t) => {
    const place = await serve(t, (_request, response) =>
      response.writeHead(status, { location: 'http://169.254.169.254/latest/' }).end(),
    );
    await assert.rejects(visit(place), failsWith('outbound_redirect'));
  });
}

for (const [what, addresses] of Object.entries({
  'loopback alone': [LOOPBACK],
  'loopback after a public address': [PUBLIC, LOOPBACK],
  'mapped loopback': [{ address: '::ffff:127.0.0.1', family: 6 }],
  'the metadata service': [{ address: '169.254.169.254', family: 4 }],
})) {
  test(`a public name that resolves to ${what} is refused`, async () => {
    const lookup = answering(...addresses);
    const options = { allow: [], requireHttps: false, maxBytes: 10, timeoutMs: 600_000, lookup };
    await assert.rejects(safeFetch('http://rebind.example.com/', options), UrlNotAllowed);
  });
}

test('a name that resolves to a public address first and to loopback later is refused', async () => {
  const answers = [PUBLIC, LOOPBACK];
  const lookup = guardLookup((_host, _options, callback) => callback(null, [answers.shift() ?? LOOPBACK]));
  const fetchOnce = () =>
    new Promise((resolve) => lookup('rebind.example.com', {}, (error, address) => resolve(error ?? address)));
  assert.equal(await fetchOnce(), PUBLIC.address);
  assert.ok((await fetchOnce()) instanceof UrlNotAllowed);
});

test('a connection to a loopback peer is closed, whatever the resolver returned', async (t) => {
  let requests = 0;
  const place = await serveRaw(t, () => {
    requests += 1;
  });
  const [host, port] = place.split(':');
  const connector = guardPeer((_options, callback) => {
    const socket = connect({ host: host ?? '', port: Number(port) });
    socket.once('connect', () => callback(null, socket));
  });
  const options = { hostname: 'example.com', protocol: 'http:', port: '80' };
  const error = await new Promise((resolve) => connector(options, (...[failure]) => resolve(failure)));
  assert.ok(error instanceof UrlNotAllowed);
  assert.equal(requests, 0);
});

test('a body that drips for ever ends at the time limit', { timeout: 90_000 }, async (t) => {
  const place = await serve(t, (_request, response) => {
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  });
  await assert.rejects(visit(place, { timeoutMs: 300 }), failsWith('outbound_timeout'));
});

test('headers that never end, and a name that never resolves, end at the time limit', {
  timeout: 90_000,
}, async (t) => {
  const place = await serveRaw(t, (socket) => socket.write('HTTP/1.1 200 OK\r\nx-a: '));
  await assert.rejects(visit(place, { timeoutMs: 200 }), failsWith('outbound_timeout'));
  const lookup: Lookup = () => undefined;
  const options = { allow: [], requireHttps: false, maxBytes: 10, timeoutMs: 200, lookup };
  await assert.rejects(safeFetch('http://slow.example.com/', options), failsWith('outbound_timeout'));
});

test('a body over the limit is refused, announced or not', async (t) => {
  const announced = await serve(t, (_request, response) => response.end(Buffer.alloc(1_001)));
  await assert.rejects(visit(announced), failsWith('outbound_too_large'));
  const chunked = await serve(t, (_request, response) => {
    response.write(Buffer.alloc(600));
    response.end(Buffer.alloc(600));
  });
  await assert.rejects(visit(chunked), failsWith('outbound_too_large'));
});

test('a body over the limit is cut if requested, even an endless one', async (t) => {
  const place = await serve(t, (_request, response) => {
    const drip = setInterval(() => response.write(Buffer.alloc(600, 'x')), 5);
    response.on('close', () => clearInterval(drip));
  });
  const answer = await visit(place, { overflow: 'cut' });
  assert.equal(answer.status, 200);
  assert.equal(answer.body.toString(), 'x'.repeat(1_000));
});

test('a wrong content-length yields at most that many bytes, or an error', async (t) => {
  const less = await serveRaw(t, (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n${'x'.repeat(100_000)}`),
  );
  const answer = await visit(less).catch((error: unknown) => error);
  assert.ok(failsWith('outbound_unreachable')(answer) || (answer as { body: Buffer }).body.length === 5);
  const more = await serveRaw(t, (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\nshort'),
  );
  await assert.rejects(visit(more), failsWith('outbound_unreachable'));
});

test('a compressed body stays compressed', async (t) => {
  const place = await serve(t, (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('not really gzip'),
  );
  assert.equal((await visit(place)).body.toString(), 'not really gzip');
});

test('a closed port is outbound_unreachable', async () => {
  await assert.rejects(visit('127.0.0.1:1'), failsWith('outbound_unreachable'));
});

test("the caller's own cancellation stays the caller's", async (t) => {
  const place = await serve(t, () => undefined);
  const controller = new AbortController();
  const visiting = visit(place, { signal: controller.signal });
  controller.abort();
  await assert.rejects(visiting, { name: 'AbortError' });
});

test('a proxy in the environment is ignored', async (t) => {
  process.env.http_proxy = 'http://127.0.0.1:1';
  t.after(() => delete process.env.http_proxy);
  const place = await serve(t, (_request, response) => response.end('direct'));
  assert.equal((await visit(place)).body.toString(), 'direct');
});

test('downloads a complete file or fails, and only with status 200', async (t) => {
  const place = await serve(t, (request, response) => {
    response.statusCode = request.url === '/gone' ? 404 : 200;
    response.end(Buffer.alloc(request.url === '/large' ? 1_001 : 1_000, 7));
  });
  const folder = await mkdtemp(join(tmpdir(), 'download-'));
  t.after(() => rm(folder, { recursive: true }));
  const download = (path: string, name: string) =>
    downloadFile(`http://${place}${path}`, join(folder, name), {
      allow: [place],
      requireHttps: false,
      maxBytes: 1_000,
      timeoutMs: 600_000,
    });
  assert.deepEqual(await download('/', 'a'), { status: 200 });
  assert.deepEqual(await readFile(join(folder, 'a')), Buffer.alloc(1_000, 7));
  assert.deepEqual(await download('/gone', 'b'), { status: 404 });
  assert.ok(!existsSync(join(folder, 'b')));
  await assert.rejects(download('/large', 'c'), failsWith('outbound_too_large'));
  await assert.rejects(download('/', 'no/such/folder'), { code: 'storage_unavailable' });
});

test('a download that fills the disk is storage_full, not an unreachable URL', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'small-disk-'));
  t.after(() => rm(folder, { recursive: true }));
  const script = join(import.meta.dirname, 'testing', 'download-to-small-disk.ts');
  const mounted = 'mount -t tmpfs -o size=1m tmpfs "$1" && exec "$2" "$3" "$1" 2000000';
  const inside = ['-rm', 'sh', '-c', mounted, 'sh', folder, process.execPath, script];
  assert.equal((await promisify(execFile)('unshare', inside)).stdout, 'storage_full');
});
