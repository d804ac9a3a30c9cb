import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { languageOrEnglish } from '../../engines/speech/index.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const TEXT = 'Hello there.';
const ENGLISH = 'This voice was made by a computer.';
const GERMAN = 'Diese Stimme hat ein Computer erzeugt.';
/** A line break stands between the sentence and the text. */
const priceOf = (sentence: string, text = TEXT): number => sentence.length + 1 + text.length;

describe('speech that says that a computer made it', () => {
  let service: TestService;
  let admin: Admin;
  let customer: Customer;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
    customer = await openCustomer(service);
  });
  after(() => service.close());

  const remaining = async (of = customer) => (await of.figures()).credits.remaining;
  const speak = (change: object = {}, headers = {}) =>
    customer.speak({ disclosure: 'audible', text: TEXT, ...change }, headers);
  const spoken = () => service.speech.lastRequest?.text;
  const balanced = async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
    const { rows } = await sql`SELECT id FROM charges WHERE status = 'reserved'`.execute(service.db);
    assert.deepEqual(rows, []);
  };

  test('says it first, in the language of the text, and costs these characters too, once', async () => {
    const before = await remaining();
    const first = await speak({}, { 'idempotency-key': 'one' });
    assert.equal(first.statusCode, 200, first.body);
    assert.equal(spoken(), `${ENGLISH}\n${TEXT}`);
    assert.equal(first.headers['x-characters'], String(priceOf(ENGLISH)));
    const again = await speak({}, { 'idempotency-key': 'one' });
    assert.deepEqual(again.rawPayload, first.rawPayload);
    assert.equal(before - (await remaining()), priceOf(ENGLISH));
    await speak({ voice_id: 'de_lena', text: 'Guten Tag.' });
    assert.equal(spoken(), `${GERMAN}\nGuten Tag.`);
    await speak({ language: 'auto', text: 'Guten Tag, wie geht es Ihnen heute?' });
    assert.equal(spoken(), `${GERMAN}\nGuten Tag, wie geht es Ihnen heute?`);
    await balanced();
  });

  test('does not without being asked, and nothing that can be heard is called visible', async () => {
    await customer.speak();
    assert.equal(spoken(), TEXT);
    await speak({ disclosure: 'none' });
    assert.equal(spoken(), TEXT);
    assertError(await speak({ disclosure: 'visible' }), 400);
    const generate = { text: TEXT, disclosure: 'visible' };
    assertError(await customer.byKey('POST', '/api/v1/generate', generate), 400);
  });

  test('in every language, and a detector takes no sentence for another language', async () => {
    for (const code of service.speech.capabilities.languages) {
      const { disclosure, matching } = languageOrEnglish(code);
      const text = `${disclosure.speech}\n${matching.scoring}`;
      const { languages } = await service.speech.check({ text, voiceId: 'af_heart', language: 'auto' });
      const found = [...new Set(languages.map(({ language }) => language.split('-')[0]))];
      assert.deepEqual(found, [code.split('-')[0]], text);
    }
  });

  test('is inside of SSML, in the language that its root has', async () => {
    await speak({ text: '<speak xml:lang="de">Guten <break time="1s"/> Tag.</speak>' });
    assert.equal(spoken(), `<speak xml:lang="de">${GERMAN}\nGuten <break time="1s"/> Tag.</speak>`);
    assertError(await speak({ text: '<speak>Hello' }), 400, 'invalid_markup');
  });

  test('a text of the longest allowed length still has room for it, a longer one has none', async () => {
    const long = 'word '.repeat(1_000).trimEnd().padEnd(5_000, '.');
    const { headers } = await speak({ text: long });
    assert.equal(headers['x-characters'], String(priceOf(ENGLISH, long)));
    assertError(await speak({ text: `${long}.` }), 400);
  });

  test('402: it is not spoken if the credits pay for the text alone', async () => {
    const poor = await openCustomer(service);
    await admin.leave(poor, priceOf(ENGLISH) - 1);
    assertError(await poor.speak({ text: TEXT, disclosure: 'audible' }), 402);
    assert.equal(await remaining(poor), priceOf(ENGLISH) - 1);
    assert.equal((await poor.speak({ text: TEXT })).statusCode, 200);
    await balanced();
  });

  test('a stream has it too, and so do generate and the estimate', async () => {
    const before = await remaining();
    const text = 'Good morning!';
    const wanted = { text, voice_id: 'af_heart', disclosure: 'audible' };
    const price = priceOf(ENGLISH, text);
    const stream = await customer.byKey('POST', '/api/v1/tts/stream', { ...wanted, format: 'wav' });
    assert.equal(stream.statusCode, 200);
    assert.equal(spoken(), `${ENGLISH}\n${text}`);
    assert.equal(before - (await remaining()), price);
    const { data } = (await customer.byKey('POST', '/api/v1/generate', wanted)).json();
    assert.equal(data.characters, price);
    const estimate = await customer.byKey('POST', '/api/v1/estimate', { ...wanted, kind: 'tts' });
    assert.deepEqual([estimate.json().characters, estimate.json().credits], [price, price]);
    await balanced();
  });

  test('times tell when it is said, and everything else refers to the text as it was sent', async () => {
    const body = { text: TEXT, voice_id: 'af_heart', disclosure: 'audible', captions: 'vtt' };
    const timed = (await customer.byKey('POST', '/api/v1/tts/with-timestamps', body)).json();
    const { disclosure, words, alignment, languages, captions, characters } = timed;
    assert.equal(disclosure.text, ENGLISH);
    assert.equal(disclosure.start, 0);
    assert.ok(disclosure.end > 0 && words[0].start >= disclosure.end);
    assert.deepEqual(
      words.map((one: { word: string; start_char: number; end_char: number }) => [
        one.word,
        one.start_char,
        one.end_char,
      ]),
      [
        ['Hello', 0, 5],
        ['there', 6, 11],
      ],
    );
    assert.equal(alignment.characters.join(''), TEXT);
    assert.ok(alignment.start_times[0] >= disclosure.end);
    assert.deepEqual(languages, [{ language: 'en-US', start_char: 0, end_char: 11 }]);
    assert.match(captions, /This voice was made by\s+a computer\./);
    assert.equal(characters, priceOf(ENGLISH));
    const kept = await customer.byKey('GET', `/api/v1/tts/${timed.history_id}.srt`);
    assert.match(kept.body, /This voice was made by\s+a computer\.[\s\S]*Hello there\./);
  });
});

describe('an operator who wants it everywhere', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService({ settings: { SPEECH_DISCLOSURE: 'audible' } });
  });
  after(() => service.close());

  test('hears it on every route that speaks a text, but not in the replies of agents', async () => {
    const customer = await openCustomer(service);
    const spoken = () => service.speech.lastRequest?.text;
    await customer.speak();
    assert.equal(spoken(), `${ENGLISH}\n${TEXT}`);
    await customer.speak({ disclosure: 'none' });
    assert.equal(spoken(), TEXT);
    const openai = { model: 'tts-1', input: TEXT, voice: 'alloy' };
    await customer.byKey('POST', '/v1/audio/speech', openai);
    assert.equal(spoken(), `${ENGLISH}\n${TEXT}`);
    const flow = { start: 'a', otherwise: 'Sorry?', states: { a: { rules: [] } } };
    const agent = { name: 'Anna', voice_id: 'af_heart', flow };
    const { id } = (await customer.byKey('POST', '/api/v1/agents', agent)).json();
    await customer.byKey('POST', `/api/v1/agents/${id}/conversations`, {});
    assert.equal(spoken(), 'I am an AI assistant, not a person.');
  });
});
