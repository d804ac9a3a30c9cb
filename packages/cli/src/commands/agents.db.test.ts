import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openCustomer } from '../../../../tests/support/customer.ts';
import { openTestService, type TestService } from '../../../../tests/support/test-service.ts';
import { createClient } from '../../../client/src/index.ts';
import { runHere } from '../testing.ts';

const ANNA = {
  name: 'Anna',
  voice_id: 'af_heart',
  flow: {
    start: 'open',
    otherwise: 'Sorry?',
    states: { open: { rules: [{ when: ['table'], say: 'For how many?' }] } },
  },
};

describe('agents in the terminal, against the service', () => {
  let service: TestService;
  let folder: string;
  let env: NodeJS.ProcessEnv;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vox-agents-'));
    service = await openTestService();
    const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
    env = { VOX_BASE_URL: baseUrl, VOX_API_KEY: (await openCustomer(service)).apiKey };
  });
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });
  const agents = (args: string[], stdin = '') => runHere(['agents', ...args], { env, stdin });
  const file = async (name: string, content: unknown) => {
    const path = join(folder, name);
    await writeFile(path, JSON.stringify(content));
    return path;
  };

  test('are created from a file or a pipe, listed, shown and deleted', async () => {
    assert.match((await agents([])).stderr, /There are no agents/);
    const id = (await agents(['create', await file('anna.json', ANNA)])).stdout.trim();
    const piped = await agents(['create', '-'], JSON.stringify({ ...ANNA, name: 'Bert' }));
    assert.equal(piped.code, 0, piped.stderr);
    const [head, ...rows] = (await agents([])).stdout.trim().split('\n');
    assert.match(head ?? '', /^AGENT +NAME +CHANGED$/);
    // Made at the same moment of the test's clock, so in any order.
    assert.deepEqual(rows.map((row) => row.split(/ +/)[1]).sort(), ['Anna', 'Bert']);
    assert.match(
      (await agents(['show', id])).stdout,
      /name {7}Anna\nvoice {6}af_heart\nmind {7}flow\nstates/,
    );
    assert.equal(JSON.parse((await agents(['show', id, '--json'])).stdout).flow.start, 'open');
    assert.equal((await agents(['delete', id])).stdout, `${id} deleted\n`);
    assert.equal((await agents(['show', id])).code, 1);
  });

  test('are checked, and a wrong answer is an exit code', async () => {
    const id = (await agents(['create', await file('anna.json', ANNA)])).stdout.trim();
    const turns = [
      { say: 'A table', expect: { contains: ['how many'] } },
      { say: 'Goodbye', expect: { ended: true } },
    ];
    const checked = await agents(['check', id, await file('checks.json', { turns })]);
    assert.equal(checked.code, 1);
    assert.match(checked.stdout, /^ok {6}A table\n {8}For how many\?\nFAILED {2}Goodbye\n/);
    assert.match(checked.stderr, /1 of 2 turns failed/);
    const right = await agents(['check', id, await file('right.json', { turns: turns.slice(0, 1) })]);
    assert.equal(right.code, 0);
  });

  test('and their conversations are listed, shown, ended and deleted', async () => {
    const id = (await agents(['create', await file('anna.json', ANNA)])).stdout.trim();
    const client = createClient({ baseUrl: env.VOX_BASE_URL, apiKey: env.VOX_API_KEY });
    const { id: talk } = await client.conversations.start(id);
    await client.conversations.turn(talk, { text: 'A table' });
    const conversations = (...args: string[]) => runHere(['conversations', ...args], { env });
    assert.match((await conversations('--agent', id)).stdout, new RegExp(`${talk} +Anna +active +1 `));
    assert.match((await conversations('show', talk)).stdout, /A table\n.*For how many\?/);
    assert.equal((await conversations('end', talk)).stdout, `${talk} ended_by_client\n`);
    assert.equal((await conversations('delete', talk)).stdout, `${talk} deleted\n`);
    assert.match((await conversations('show', talk)).stderr, /List them: vox conversations/);
  });

  test('in a file that is wrong are explained', async () => {
    await writeFile(join(folder, 'broken.json'), '{ "name": ');
    assert.match((await agents(['create', join(folder, 'broken.json')])).stderr, /broken\.json is not JSON/);
    const wrong = await agents(['create', await file('wrong.json', { name: 'Anna' })]);
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /voice_id/);
  });
});
