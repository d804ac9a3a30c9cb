import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { PLANS } from '../../src/money/plans/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { openDubWorker } from '../support/dub-worker.ts';
import { createDub, getDub, postDub } from '../support/dubs.ts';
import { giveVoice } from '../support/ready-voice.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const PRICE = 15;
const SHARE = Math.floor(PRICE * 0.7);
const FIRST = 'Hola a todos. (en)'.length;
const SECOND = 'Buenos días. (en)'.length;

describe('voices of dubs', () => {
  let service: TestService;
  let admin: Admin;
  let seller: Customer;
  let customer: Customer;
  let worker: Awaited<ReturnType<typeof openDubWorker>>;
  before(async () => {
    service = await openTestService({ settings: { JOB_CONCURRENCY: '0' } });
    admin = await openAdmin(service);
    [seller, customer] = [await openCustomer(service), await openCustomer(service)];
    for (const one of [seller, customer]) await admin.setPlan(one, 'developer');
    await sql`INSERT INTO seller_verifications (account_id, legal_name, country, document_id, status, requested_at, decided_at)
      VALUES (${seller.accountId}, 'Ada', 'GB', 'P1', 'verified', now(), now())`.execute(service.db);
    worker = await openDubWorker(service);
  });
  afterEach(() => forgetRateLimits(service.db));
  after(async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
    await service.close();
  });

  async function licensed(seed: number): Promise<string> {
    const clone = await giveVoice(service, seller, { seed });
    const offer = { title: 'Ada', consent: true, price_credits: PRICE };
    const { voice_id: id } = (await seller.byKey('POST', `/api/voices/clone/${clone}/publish`, offer)).json();
    assert.equal((await customer.byKey('POST', `/api/v1/voices/community/${id}`)).statusCode, 201);
    return id;
  }
  const used = async () => (await customer.figures()).credits.used;
  const earned = async (id: string) =>
    (await seller.byKey('GET', `/api/v1/voices/community/${id}`)).json().sellerEarningsCredits;
  const patch = (path: string, body: object) => customer.byKey('PATCH', `/api/v1/dub/${path}`, body);
  const render = (id: string) => customer.byKey('POST', `/api/v1/dub/${id}/render`, {});

  test('each licensed voice is paid once per render in which it says something new, and nothing if that fails', async () => {
    const one = await licensed(11);
    const other = await licensed(12);
    const before = await used();
    const { id } = await createDub(customer, { voice_id: one });
    await (await worker.begin())?.fail();
    assert.deepEqual([await used(), await earned(one)], [before, 0]);
    assert.equal((await render(id)).json().credits, 10 + 30 + PRICE);
    const { request } = await worker.work();
    assert.ok(request.voice?.speaker, 'the worker gets the artifact');
    assert.deepEqual([await used(), await earned(one)], [before + 10 + FIRST + SECOND + PRICE, SHARE]);
    const { rows } = await sql<{ script: string }>`SELECT script::text FROM dubs WHERE id = ${id}`.execute(
      service.db,
    );
    assert.doesNotMatch(String(rows[0]?.script), /baseVoice|style/, 'the dub keeps no artifact of it');
    assert.equal((await getDub(customer, id)).lines[0]?.needs_render, false);

    await patch(`${id}/speakers/b`, { voice_id: other });
    await patch(`${id}/lines/line_1`, { source: 'Hola.' });
    const quoted = (await render(id)).json().credits;
    assert.equal(
      quoted,
      'Hola.'.length + SECOND + 2 * PRICE,
      'an estimate, where the translation is not known',
    );
    await worker.work();
    const cost = 10 + FIRST + SECOND + PRICE + 'Hola. (en)'.length + SECOND + 2 * PRICE;
    assert.deepEqual(
      [await used(), await earned(one), await earned(other)],
      [before + cost, 2 * SHARE, SHARE],
    );
    await patch(`${id}/lines/line_2`, { translation: 'Hi.' });
    await render(id);
    await worker.work();
    assert.deepEqual([await earned(one), await earned(other)], [2 * SHARE, 2 * SHARE], 'only who spoke');
  });

  test('the fee is paid even if fewer characters are spoken than were reserved', async () => {
    const id = await licensed(13);
    const dub = await createDub(customer);
    await worker.work();
    await patch(`${dub.id}/speakers/b`, { voice_id: id });
    await patch(`${dub.id}/lines/line_1`, { source: 'Hola a todos los que han venido hoy.' });
    await render(dub.id);
    await worker.work({ measured: { tts_character: SECOND } });
    assert.equal(await earned(id), SHARE);
  });

  test('a voice that is deleted keeps the result; the next render of its lines asks for another', async () => {
    const voice = await giveVoice(service, customer, { seed: 21 });
    const { id } = await createDub(customer, { voice_id: voice });
    await worker.work();
    assert.equal((await customer.byKey('DELETE', `/api/voices/clone/${voice}`)).statusCode, 204);
    assert.equal(typeof (await getDub(customer, id)).output_url, 'string');
    await patch(id, { drop_background: true });
    assert.equal((await render(id)).statusCode, 202, 'nothing is said anew');
    await worker.work();
    await patch(`${id}/lines/line_1`, { translation: 'Hello.' });
    assertError(await render(id), 404, 'voice_not_found');
    await patch(`${id}/speakers/a`, { voice_id: 'af_heart' });
    assert.equal((await render(id)).statusCode, 202);
    await worker.work();
  });

  test('voices that cannot be used are refused, and a takedown ends jobs that speak with one', async () => {
    const training = await giveVoice(service, customer, { status: 'queued' });
    assertError(await postDub(customer, { voice_id: training }), 409, 'voice_not_ready');
    const foreign = await giveVoice(service, seller, { seed: 31 });
    assertError(await postDub(customer, { voice_id: foreign }), 404, 'voice_not_found');
    const listing = await licensed(32);
    const { id } = await createDub(customer, { voice_id: listing });
    const taken = await admin.call('POST', `/api/admin/listings/${listing}/takedown`, {
      reason: 'An imitation.',
    });
    assert.equal(taken.statusCode, 200, taken.body);
    assert.equal((await getDub(customer, id)).status, 'failed');
    assertError(await postDub(customer, { voice_id: listing }), 404, 'voice_not_found');
    const before = await used();
    const consented = await createDub(customer, { consent: 'true' });
    const job = await worker.begin();
    const { rows } = await sql<{ print: number[] }>`SELECT print FROM voice_takedowns LIMIT 1`.execute(
      service.db,
    );
    const speakers = job?.script.speakers.map((speaker) => ({ ...speaker, print: rows[0]?.print ?? null }));
    await job?.complete({ product: { script: { ...job.script, speakers } }, status: 400 });
    const failed = await getDub(customer, consented.id);
    assert.deepEqual((failed.job as { error_code: string }).error_code, 'voice_was_taken_down');
    assert.equal(await used(), before);
  });

  test('films take room of the plan, a range shortens what is charged, and 402 comes before any work', async () => {
    const free = await openCustomer(service);
    const { assetBytes } = PLANS.free;
    const reply = await postDub(free, { start: '0.5', end: '1.5' });
    assert.equal(reply.json().credits, 5 + 15, reply.body);
    const { request } = await worker.work();
    assert.deepEqual(request.range, { from: 0.5, to: 1.5 });
    const { bytes } = (await free.bySession('GET', '/api/me')).json().user.storage;
    await sql`
      INSERT INTO asset_files (object_key, account_id, sha256, bytes, content_type, extension, kind, has_audio)
      VALUES ('filler', ${free.accountId}::uuid, 'filler', ${assetBytes - 2 * bytes + 1}, 'audio/wav', 'wav', 'audio', true)
    `.execute(service.db);
    assertError(await postDub(free), 402, 'storage_limit');
  });

  test('a server that requires spoken consent makes no matched voices', async () => {
    const strict = await openTestService({ requireSpokenConsent: true, settings: { JOB_CONCURRENCY: '0' } });
    try {
      const owner = await openCustomer(strict);
      assertError(await postDub(owner), 503, 'engine_unavailable');
      await openDubWorker(strict);
      assertError(await postDub(owner, { consent: 'true' }), 409, 'consent_not_verified');
      assert.equal((await postDub(owner)).statusCode, 202);
    } finally {
      await strict.close();
    }
  });
});
