import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findFilmConsent } from '../../src/library/consents/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { finishedJob } from '../support/follow-job.ts';
import { picture } from '../support/media-files.ts';
import { postForm } from '../support/post-form.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { uploadAsset } from '../support/upload-asset.ts';

const TEXT = 'Hello there.';

describe('consent to films of uploaded faces', () => {
  let service: TestService;
  let customer: Customer;
  let face: { id: string; sha256: string };
  before(async () => {
    service = await openTestService();
    customer = await openCustomer(service);
    face = (await uploadAsset(customer, await picture())).json();
  });
  after(() => service.close());

  const order = (change: object = {}, headers = {}, by = customer) =>
    by.byKey('POST', '/api/v1/avatar', { text: TEXT, avatar_id: face.id, ...change }, headers);
  const consentOf = (id: string, by = customer) => by.byKey('GET', `/api/v1/jobs/${id}/consent`);
  const records = async () =>
    (await sql`SELECT id FROM voice_consents WHERE purpose = 'face'`.execute(service.db)).rows.length;

  test('is recorded with the film and has a receipt that anybody can check', async () => {
    const { text, version } = (await customer.byKey('GET', '/api/v1/avatars/consent')).json();
    const { job_id: id } = (await order({ consent: true }, { 'idempotency-key': 'one' })).json();
    assert.equal((await order({ consent: true }, { 'idempotency-key': 'one' })).json().job_id, id);
    assert.equal(await records(), 1);
    const record = (await consentOf(id)).json();
    assert.deepEqual([record.job_id, record.version, record.text], [id, version, text]);
    assert.deepEqual(record.sample_sha256, [face.sha256]);
    assert.equal(record.address, '127.0.0.1');
    const body = { receipt: record.receipt };
    const { valid, consent } = (await customer.byKey('POST', '/api/voices/consent/verify', body)).json();
    assert.equal(valid, true);
    assert.deepEqual(
      [consent.job_id, consent.purpose, consent.consent_id, consent.voice_id],
      [id, 'face', record.id, undefined],
    );
    assert.equal((await findFilmConsent(service.db, customer.accountId, id))?.id, record.id);
    await finishedJob(customer, id);
    const { rows } = await sql<{ consents: string[] }>`
      SELECT facts->'consents' AS consents FROM provenance WHERE job_id = ${id}`.execute(service.db);
    assert.ok(rows.length > 0 && rows.every(({ consents }) => consents.includes(record.id)));
  });

  test('nobody else sees it, and a film without it has none', async () => {
    const { job_id: id } = (await order({ consent: true })).json();
    const other = await openCustomer(service);
    assertError(await consentOf(id, other), 404, 'consent_not_found');
    const { job_id: without } = (await order()).json();
    assertError(await consentOf(without), 404, 'consent_not_found');
    assertError(await consentOf('job_nonsense'), 404, 'consent_not_found');
    const presenter = (await order({ avatar_id: 'clara', consent: true })).json();
    assertError(await consentOf(presenter.job_id), 404, 'consent_not_found');
  });

  test('400: who says that there is none makes no film, and nothing is kept or charged', async () => {
    const before = [await records(), (await customer.figures()).credits.remaining];
    assertError(await order({ consent: false }), 400, 'consent_required');
    assert.equal((await order({ avatar_id: 'clara', consent: false })).statusCode, 202);
    assert.equal(await records(), before[0]);
  });

  test('generate and its forms take it, and a refused film leaves no record', async () => {
    const input = [{ type: 'image', id: face.id }];
    const body = { text: TEXT, input, consent: true };
    const { job_id: id } = (await customer.byKey('POST', '/api/v1/generate', body)).json();
    assert.deepEqual((await consentOf(id)).json().sample_sha256, [face.sha256]);
    const form = { image: await picture(), text: TEXT, consent: 'true' };
    const sent = await postForm(customer, '/api/v1/generate', form);
    assert.equal(sent.statusCode, 202, sent.body);
    assert.equal((await consentOf(sent.json().job_id)).statusCode, 200);
    const before = await records();
    await sql`UPDATE accounts SET plan = 'suspended' WHERE id = ${customer.accountId}::uuid`.execute(
      service.db,
    );
    assertError(await order({ consent: true, text: 'a'.repeat(5_000) }), 400);
    assert.equal(await records(), before);
  });
});

test('an operator may require it', async (t) => {
  const service = await openTestService({ settings: { REQUIRE_FACE_CONSENT: 'true' } });
  t.after(() => service.close());
  const customer = await openCustomer(service);
  const { id: avatar_id } = (await uploadAsset(customer, await picture())).json();
  const order = (change: object) => customer.byKey('POST', '/api/v1/avatar', { text: TEXT, ...change });
  assertError(await order({ avatar_id }), 400, 'consent_required');
  assert.equal((await order({ avatar_id, consent: true })).statusCode, 202);
  assert.equal((await order({ avatar_id: 'clara' })).statusCode, 202);
});
