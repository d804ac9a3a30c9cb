import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { until } from '../../../src/platform/testing/until.ts';
import { type Customer, HELLO, openCustomer } from '../../../tests/support/customer.ts';
import { openTestService, type TestService } from '../../../tests/support/test-service.ts';
import { verifyWebhook } from '../../client/src/index.ts';
import { runHere } from './testing.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

describe('vox with programs on this machine', () => {
  let service: TestService;
  let customer: Customer;
  let env: Record<string, string>;
  before(async () => {
    service = await openTestService();
    customer = await openCustomer(service);
    const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const { NODE_COMPILE_CACHE = '' } = process.env;
    env = { VOX_BASE_URL: baseUrl, VOX_API_KEY: customer.apiKey, NODE_COMPILE_CACHE };
  });
  after(() => service.close());

  for (const mode of ['legacy', 'auto'] as const)
    test(`vox mcp serves the official client (${mode})`, async () => {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
      const transport = new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp'], env });
      await client.connect(transport);
      assert.ok((await client.listTools()).tools.some(({ name }) => name === 'speak'));
      const { content } = await client.callTool({ name: 'speak', arguments: { text: HELLO.text } });
      assert.ok((content as { type: string }[]).some(({ type }) => type === 'audio'));
      const { remaining } = (await customer.figures()).credits;
      service.speech.behaviour = 'hang';
      const controller = new AbortController();
      const input = { name: 'speak', arguments: { text: `Never heard, ${mode}.` } };
      const call = client.callTool(input, { signal: controller.signal });
      await until(() => service.speech.running === 1);
      controller.abort();
      await assert.rejects(call);
      await until(() => service.speech.running === 0);
      service.speech.behaviour = 'speak';
      await until(async () => (await customer.figures()).credits.remaining === remaining);
      await client.close();
    });

  test('vox mcp answers in words when the key is wrong or the service is away', async () => {
    const stdin = '{"jsonrpc":"2.0","id":7,"method":"ping"}\nnot json\n';
    const wrong = await runHere(['mcp'], { env: { ...env, VOX_API_KEY: 'sk_live_wrong' }, stdin });
    const answers = wrong.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.match(answers.find(({ id }) => id === 7).error.message, /Unauthorized/);
    assert.equal(answers.find(({ id }) => id === null).error.code, -32_700);
    const away = await runHere(['mcp'], { env: { ...env, VOX_BASE_URL: 'http://127.0.0.1:9' }, stdin });
    assert.match(away.stdout, /cannot be reached/);
  });

  test('vox webhooks forward sends events as they are delivered, and prints what came back', async () => {
    const received: { headers: IncomingHttpHeaders; body: string }[] = [];
    const local = createServer(async (request, response) => {
      const body = (await request.toArray()).join('');
      received.push({ headers: request.headers, body });
      response.writeHead(418).end();
    });
    await new Promise<void>((resolve) => local.listen(0, '127.0.0.1', resolve));
    const { port } = local.address() as AddressInfo;
    const argv = [MAIN, 'webhooks', 'forward', `127.0.0.1:${port}/hooks`, '--events', 'video.*'];
    const vox = spawn(process.execPath, argv, { env: { ...process.env, ...env } });
    const stdout = text(vox.stdout);
    let stderr = '';
    for await (const chunk of vox.stderr.iterator({ destroyOnReturn: false })) {
      stderr += chunk;
      if (stderr.includes('\n')) break;
    }
    const job = (await customer.byKey('POST', '/api/v1/avatar', { text: 'Hello.' })).json().job_id;
    const [first] = await until(
      () => received,
      ({ length }) => length === 1,
    );
    assert.ok(first);
    const ended = once(vox, 'close');
    vox.kill('SIGINT');
    assert.equal((await ended)[0], 130);
    assert.match(await stdout, /^\d\d:\d\d:\d\d {2}video\.completed +[0-9a-f-]{36} {2}418 {2}\d+ ms\n$/);
    const secret = /secret (whsec_\S+)/.exec(stderr)?.[1] ?? assert.fail(stderr);
    const now = () => service.clock.now().getTime();
    const event = await verifyWebhook(secret, first.headers, first.body, { now });
    assert.ok('job_id' in event && event.job_id === job);
    local.close();
  });
});
