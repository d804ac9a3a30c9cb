import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { type Admin, type Customer, openAdmin, openCustomer } from '../../../tests/support/customer.ts';
import { sound } from '../../../tests/support/media-files.ts';
import { openTestService, type TestService } from '../../../tests/support/test-service.ts';
import { samplesOf } from '../../../tests/support/unsigned-wav.ts';
import { runHere } from './testing.ts';

/** A little more than two requests can speak. */
const LONG = 'All happy families.\n\n'.repeat(480).trim();

describe('long texts and large files', () => {
  let service: TestService;
  let customer: Customer;
  let admin: Admin;
  let folder: string;
  let env: NodeJS.ProcessEnv;
  before(async () => {
    service = await openTestService();
    [customer, admin] = [await openCustomer(service), await openAdmin(service)];
    const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
    env = { PATH: '', VOX_BASE_URL: baseUrl, VOX_API_KEY: customer.apiKey };
    folder = await mkdtemp(join(tmpdir(), 'vox-large-'));
    await writeFile(join(folder, 'book.txt'), LONG);
  });
  afterEach(async () => admin.leave(customer, 12_000));
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  const at = (name: string) => join(folder, name);
  const say = (...args: string[]) => runHere(['say', '-f', at('book.txt'), ...args], { env });
  const credits = async () => (await customer.figures()).credits.remaining;

  test('a long text becomes one WAV file of all its sentences, and its price is told before', async () => {
    const before = await credits();
    const { code, stdout, stderr } = await say('--json', '-o', at('book.wav'));
    assert.equal(code, 0, stderr);
    const { characters, parts } = JSON.parse(stdout);
    assert.equal(parts.length, 3);
    assert.equal(before - (await credits()), characters);
    assert.equal(
      stderr,
      `Speaking in 3 requests, for ${characters.toLocaleString('en')} credits together …\n`,
    );
    const file = await readFile(at('book.wav'));
    assert.equal(file.readUInt32LE(4), file.length - 8);
    assert.equal(file.readUInt32LE(40), file.length - 44);
    let whole = 0;
    for (const { history_id } of parts)
      whole += samplesOf(
        (await customer.byKey('GET', `/api/v1/history/${history_id}/audio`)).rawPayload,
      ).length;
    assert.equal(file.length - 44, whole);
  });

  test('what was paid for is kept when the credits run out', async () => {
    await admin.leave(customer, 6_000);
    const { code, stderr } = await say('-o', at('begun.wav'));
    assert.equal(code, 4);
    assert.match(stderr, /Only the first 1 of 3 parts were spoken. They are in .*begun.wav/);
    const file = await readFile(at('begun.wav'));
    assert.equal(file.readUInt32LE(40), file.length - 44);
    await admin.leave(customer, 10);
    assert.equal((await say('-o', at('nothing.wav'))).code, 4);
    await assert.rejects(readFile(at('nothing.wav')), { code: 'ENOENT' });
  });

  test('only formats that can be joined are taken', async () => {
    const { code, stderr } = await say('-o', at('book.mp3'));
    assert.equal(code, 2);
    assert.match(stderr, /saved as wav or pcm, not as mp3/);
  });

  test('an upload shows its progress on a terminal, and nothing in a pipe', async () => {
    await writeFile(at('talk.wav'), sound(20));
    const onTerminal = await runHere(['transcribe', at('talk.wav')], { env, isTTY: true });
    assert.deepEqual([onTerminal.code, onTerminal.stdout], [0, 'Hello there, General.\n']);
    assert.match(onTerminal.stderr, /upload █+░* \d+ % of \d+ kB/);
    assert.match(onTerminal.stderr, /100 % of/);
    assert.ok(onTerminal.stderr.endsWith('\r\u001b[K'));
    const form = ['clone', '--consent', '--no-wait', '--name', 'River', at('talk.wav')];
    assert.match((await runHere(form, { env, isTTY: true })).stderr, /upload █/);
    assert.equal((await runHere(['transcribe', at('talk.wav')], { env })).stderr, '');
  });
});
