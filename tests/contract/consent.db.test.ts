import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { PRINT_SIZE } from '../../engines/speaker-embedding/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { cloneVoice, getClone } from '../support/clone-voice.ts';
import { type Admin, type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { postForm } from '../support/post-form.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';

describe('consent to a clone', () => {
  let service: TestService;
  let strict: TestService;
  let admins: Map<TestService, Admin>;
  before(async () => {
    service = await openTestService();
    strict = await openTestService({ requireSpokenConsent: true });
    admins = new Map([
      [service, await openAdmin(service)],
      [strict, await openAdmin(strict)],
    ]);
  });
  after(async () => {
    await service.close();
    await strict.close();
  });
  beforeEach(() => forgetRateLimits(service.db));

  async function cloner(on: TestService = service): Promise<Customer> {
    const customer = await openCustomer(on);
    await admins.get(on)?.setPlan(customer, 'creator');
    return customer;
  }
  async function challenge(customer: Customer): Promise<{ challenge_id: string; sentence: string }> {
    const reply = await customer.byKey('POST', '/api/voices/consent/challenge');
    assert.equal(reply.statusCode, 201, reply.body);
    return reply.json();
  }
  /** Sends a recording that is heard as these words. The voice is that of the sample when the sound is. */
  function speak(
    customer: Customer,
    id: string,
    { challengeId, words, recording = sound(6) }: { challengeId: string; words: string; recording?: Buffer },
    on = service,
    headers = {},
  ) {
    on.transcription.words = words.split(' ');
    const parts = { challenge_id: challengeId, recording };
    return postForm(customer, `/api/voices/clone/${id}/consent`, parts, headers);
  }

  test('GET /api/voices/consent shows the version and the text in force, to anybody', async () => {
    const reply = await stranger(service)('GET', '/api/voices/consent');
    assert.equal(reply.statusCode, 200);
    const { version, text } = reply.json();
    assert.match(version, /^\d{4}-\d\d-\d\d$/);
    assert.ok(text.length > 200);
  });

  test('the record has the version, the text, the address and the hash of every sample, and outlives the clone', async () => {
    const customer = await cloner();
    const samples = [sound(6), sound(7)];
    const { id } = await cloneVoice(customer, { samples });
    const path = `/api/voices/clone/${id}/consent`;
    const record = (await customer.byKey('GET', path)).json();
    const { version, text } = (await stranger(service)('GET', '/api/voices/consent')).json();
    assert.deepEqual([record.version, record.text, record.voice_id], [version, text, id]);
    assert.equal(record.address, '127.0.0.1');
    assert.deepEqual(
      record.sample_sha256,
      samples.map((bytes) => createHash('sha256').update(bytes).digest('hex')),
    );
    assert.deepEqual([record.verified, record.verified_at, record.sentence], [false, null, null]);
    assert.equal((await customer.byKey('DELETE', `/api/voices/clone/${id}`)).statusCode, 204);
    assert.deepEqual((await customer.byKey('GET', path)).json(), record);
    const other = await cloner();
    assertError(await other.byKey('GET', path), 404, 'consent_not_found');
    assertError(await customer.byKey('GET', `/api/voices/clone/${UNKNOWN}/consent`), 404);
    assertError(await stranger(service)('GET', path), 401);
  });

  test('the receipt is signed by the public key, and anybody can check it', async () => {
    const customer = await cloner();
    const { id } = await cloneVoice(customer);
    const { receipt } = (await customer.byKey('GET', `/api/voices/clone/${id}/consent`)).json();
    const anybody = stranger(service, { 'content-type': 'application/json' });
    const { kid, pem } = (await anybody('GET', '/api/voices/consent/public-key')).json();
    const [head, body, signature] = receipt.split('.');
    assert.equal(JSON.parse(Buffer.from(head, 'base64url').toString()).kid, kid);
    const signed = Buffer.from(`${head}.${body}`);
    assert.ok(verify(null, signed, createPublicKey(pem), Buffer.from(signature, 'base64url')));
    const good = (await anybody('POST', '/api/voices/consent/verify', { receipt })).json();
    assert.deepEqual([good.valid, good.consent.voice_id, good.consent.verified_at], [true, id, null]);
    const forged = [
      head,
      Buffer.from(JSON.stringify({ ...good.consent, voice_id: UNKNOWN })).toString('base64url'),
    ];
    for (const bad of [`${forged.join('.')}.${signature}`, 'nonsense', `${receipt}.x`, `${head}.${body}.`]) {
      const reply = await anybody('POST', '/api/voices/consent/verify', { receipt: bad });
      assert.deepEqual([reply.statusCode, reply.json()], [200, { valid: false, consent: null }]);
    }
    assertError(await anybody('POST', '/api/voices/consent/verify', {}), 400);
  });

  test('a recording of the sentence in the voice of the samples verifies the consent', async () => {
    const customer = await cloner();
    const { id } = await cloneVoice(customer);
    const { challenge_id: challengeId, sentence } = await challenge(customer);
    const reply = await speak(customer, id, { challengeId, words: sentence });
    assert.equal(reply.statusCode, 200, reply.body);
    assert.deepEqual([reply.json().verified, reply.json().sentence], [true, sentence]);
    assert.equal(((await getClone(customer, id)).consent as { verified: boolean }).verified, true);
    assertError(await speak(customer, id, { challengeId, words: sentence }), 409, 'challenge_spent');
  });

  test('400: other words or another voice, and either spends the challenge', async () => {
    const customer = await cloner();
    const { id } = await cloneVoice(customer);
    const first = await challenge(customer);
    const other = await challenge(customer);
    assert.notEqual(first.sentence, other.sentence);
    const wrong = { challengeId: first.challenge_id, words: other.sentence };
    assertError(await speak(customer, id, wrong), 400, 'consent_words_differ');
    assertError(await speak(customer, id, { ...wrong, words: first.sentence }), 409, 'challenge_spent');
    const stolen = { challengeId: other.challenge_id, words: other.sentence, recording: sound(6, 950) };
    assertError(await speak(customer, id, stolen), 400, 'consent_voice_differs');
    assert.equal(((await getClone(customer, id)).consent as { verified: boolean }).verified, false);
  });

  test('a sentence is too short to be as similar as two long recordings', async () => {
    const customer = await cloner();
    const { id } = await cloneVoice(customer);
    const { printOf } = service.voiceMaker;
    const statuses: number[] = [];
    for (const cosine of [0.58, 0.62]) {
      const { challenge_id: challengeId, sentence } = await challenge(customer);
      const prints = [[1], [cosine, Math.sqrt(1 - cosine ** 2)]];
      service.voiceMaker.printOf = async () =>
        Float32Array.of(...(prints.pop() ?? []), ...Array(PRINT_SIZE).fill(0));
      statuses.push((await speak(customer, id, { challengeId, words: sentence })).statusCode);
    }
    service.voiceMaker.printOf = printOf;
    assert.deepEqual(statuses, [400, 200]);
  });

  test('400, 404 and 409: what is missing, unreadable, unknown, another account’s or expired', async () => {
    const customer = await cloner();
    const thief = await cloner();
    const { id } = await cloneVoice(customer);
    const { challenge_id: challengeId, sentence: words } = await challenge(customer);
    const path = `/api/voices/clone/${id}/consent`;
    assertError(await postForm(customer, path, { challenge_id: challengeId }), 400, 'invalid_request');
    assertError(await postForm(customer, path, { recording: sound(6) }), 400, 'invalid_request');
    assertError(await customer.byKey('POST', path, {}), 400, 'unsupported_media_type');
    const junk = Buffer.from('not a sound');
    assertError(await speak(customer, id, { challengeId, words, recording: junk }), 400, 'unreadable_audio');
    assertError(
      await speak(customer, id, { challengeId, words, recording: sound(40) }),
      400,
      'audio_too_long',
    );
    assertError(await speak(customer, id, { challengeId: UNKNOWN, words }), 404, 'challenge_not_found');
    assertError(await speak(customer, id, { challengeId: 'x', words }), 404, 'challenge_not_found');
    assertError(await speak(thief, id, { challengeId, words }), 404, 'voice_not_found');
    const theirs = await challenge(thief);
    assertError(
      await speak(customer, id, { challengeId: theirs.challenge_id, words }),
      404,
      'challenge_not_found',
    );
    service.clock.advanceMs(16 * 60_000);
    assertError(await speak(customer, id, { challengeId, words }), 409, 'challenge_spent');
    assertError(await stranger(service)('POST', '/api/voices/consent/challenge'), 401);
  });

  test('an Idempotency-Key gets one challenge, and one answer to its recording', async () => {
    const customer = await cloner();
    const { id } = await cloneVoice(customer);
    const key = { 'idempotency-key': 'once' };
    const ask = () => customer.byKey('POST', '/api/voices/consent/challenge', undefined, key);
    const first = await ask();
    const again = await ask();
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.deepEqual(again.json(), first.json());
    const { challenge_id: challengeId, sentence: words } = first.json();
    const spoken = await speak(customer, id, { challengeId, words }, service, key);
    assert.equal(spoken.json().verified, true, spoken.body);
    const replayed = await speak(customer, id, { challengeId, words }, service, key);
    assert.deepEqual([replayed.statusCode, replayed.headers['idempotent-replayed']], [200, 'true']);
    assert.deepEqual(replayed.json(), spoken.json());
    const other = { challengeId, words, recording: sound(7) };
    assertError(await speak(customer, id, other, service, key), 422, 'idempotency_key_reused');
  });

  test('of two recordings for one challenge, one counts', async () => {
    const customer = await cloner();
    const { id } = await cloneVoice(customer);
    const { challenge_id: challengeId, sentence: words } = await challenge(customer);
    const replies = await Promise.all([1, 2].map(() => speak(customer, id, { challengeId, words })));
    assert.deepEqual(replies.map(({ statusCode }) => statusCode).sort(), [200, 409]);
  });

  test('409 consent_not_verified: where the operator requires it, a clone is used only after spoken consent', async () => {
    const customer = await cloner(strict);
    const { id, status } = await cloneVoice(customer);
    assert.equal(status, 'ready');
    assertError(await customer.speak({ voice_id: id }), 409, 'consent_not_verified');
    const { challenge_id: challengeId, sentence: words } = await challenge(customer);
    assert.equal((await speak(customer, id, { challengeId, words }, strict)).statusCode, 200);
    assert.equal((await customer.speak({ voice_id: id })).statusCode, 200);
  });

  test('a deleted account leaves its consent records without the address, and nothing else of its voices', async () => {
    const customer = await cloner();
    const { id } = await cloneVoice(customer);
    await challenge(customer);
    assert.equal((await customer.byKey('GET', `/api/v1/voices/${id}/preview`)).statusCode, 200);
    for (const part of service.accountData) await part.erase(customer.accountId);
    const { rows } = await sql<{ address: string | null; sample_hashes: string[] }>`
      SELECT address, sample_hashes FROM voice_consents WHERE voice_id = ${id}::uuid`.execute(service.db);
    assert.deepEqual([rows.length, rows[0]?.address, rows[0]?.sample_hashes.length], [1, null, 1]);
    for (const table of ['voices', 'voice_consent_challenges']) {
      const left = await sql`
        SELECT FROM ${sql.table(table)} WHERE account_id = ${customer.accountId}::uuid`.execute(service.db);
      assert.equal(left.rows.length, 0, table);
    }
    for await (const key of service.storage.list(`voices/${customer.accountId}/`)) assert.fail(key);
  });

  test('voices, samples and consents are in the export of the account', async () => {
    const customer = await cloner();
    const { id } = await cloneVoice(customer);
    const paths: string[] = [];
    for (const part of service.accountData)
      for await (const { path } of part.entries?.(customer.accountId) ?? []) paths.push(path);
    for (const path of ['voices.jsonl', 'voice-consents.jsonl', `voices/${id}/sample-0.wav`])
      assert.ok(paths.includes(path), path);
  });
});
