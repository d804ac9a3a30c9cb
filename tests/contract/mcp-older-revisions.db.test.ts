import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { HANDSHAKE_VERSIONS } from '../../src/site/mcp/protocol.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { listening } from '../support/leave-early.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const CONFORMANCE = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
);

describe('revisions of the Model Context Protocol with a handshake', () => {
  let service: TestService;
  let ann: Customer;
  let port: number;
  let front: Server;
  let folder: string;
  before(async () => {
    service = await openTestService();
    ann = await openCustomer(service);
    port = Number(await listening(service));
    front = openFront();
    await once(front.listen(0, '127.0.0.1'), 'listening');
    folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  });
  after(async () => {
    front.closeAllConnections();
    front.close();
    await service.close();
    await rm(folder, { recursive: true });
  });

  /** The conformance client knows no keys, and calls a tool of its own that fails: here that is a job that does not exist. */
  function openFront(): Server {
    return createServer(async (incoming, outgoing) => {
      const sent = Buffer.concat(await incoming.toArray()).toString();
      const body = sent.replace(
        '"name":"test_error_handling","arguments":{}',
        '"name":"get_job","arguments":{"job_id":"job_none"}',
      );
      const { 'content-length': _, ...headers } = incoming.headers;
      const authorization = `Bearer ${ann.apiKey}`;
      const { method, url: path } = incoming;
      const onward = request({
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, authorization },
      });
      onward.once('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.once('error', () => outgoing.destroy());
      onward.end(body);
    });
  }

  for (const version of HANDSHAKE_VERSIONS)
    test(`a ping of ${version} is answered by exactly {}`, async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${ann.apiKey}`,
          'content-type': 'application/json',
          'mcp-protocol-version': version,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      });
      assert.deepEqual(await reply.json(), { jsonrpc: '2.0', id: 1, result: {} });
    });

  test('the official client of 2025-11-25 connects, pings, lists the tools, and is told of errors', async () => {
    assert.equal(LATEST_PROTOCOL_VERSION, '2025-11-25');
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${ann.apiKey}` } };
    const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
      requestInit,
    });
    await client.connect(transport);
    assert.deepEqual(await client.ping(), {});
    const { tools } = await client.listTools();
    assert.ok(tools.length >= 15);
    const failed = await client.callTool({ name: 'get_job', arguments: { job_id: 'job_none' } });
    assert.equal(failed.isError, true);
    await client.close();
  });

  for (const scenario of ['server-initialize', 'ping', 'tools-list', 'tools-call-error'])
    test(`passes the conformance scenario ${scenario}`, async () => {
      const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/mcp`;
      const ran = spawn(process.execPath, [CONFORMANCE, 'server', '--url', url, '--scenario', scenario], {
        cwd: folder,
      });
      const output: Buffer[] = [];
      for (const stream of [ran.stdout, ran.stderr]) stream.on('data', (part: Buffer) => output.push(part));
      const [status] = await once(ran, 'close');
      assert.equal(status, 0, Buffer.concat(output).toString());
    });
});
