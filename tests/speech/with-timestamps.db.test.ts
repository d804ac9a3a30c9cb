import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const ROUTE = '/api/v1/tts/with-timestamps';
const REQUEST = { text: 'It costs 👋 $3.50 today.', voice_id: 'af_heart' };

describe('POST /api/v1/tts/with-timestamps', () => {
  let service: TestService;
  let customer: Customer;
  before(async () => {
    service = await openTestService();
    customer = await openCustomer(service);
  });
  after(() => service.close());

  test('returns audio, and times that refer to the text as it was sent', async () => {
    const reply = await customer.byKey('POST', ROUTE, REQUEST);
    assert.equal(reply.statusCode, 200);
    const body = reply.json();
    const characters = [...REQUEST.text];
    assert.equal(Buffer.from(body.audio, 'base64').subarray(0, 4).toString(), 'RIFF');
    assert.deepEqual([body.format, body.model, body.duration_seconds], ['wav', 'kokoro-82m', 0.1]);
    assert.deepEqual(
      [body.characters, reply.headers['x-characters']],
      [characters.length, `${characters.length}`],
    );
    for (const { word, start, end, start_char, end_char } of body.words) {
      assert.equal(characters.slice(start_char, end_char).join(''), word);
      assert.ok(start < end && end <= body.duration_seconds);
    }
    assert.equal(body.alignment.characters.join(''), REQUEST.text);
    assert.equal(body.alignment.end_times.at(-1), body.duration_seconds);
    assert.equal(body.captions, undefined);
  });

  test('tells which languages were spoken, and charges a detected text as any other', async () => {
    const text = '👋 Good morning, my friends. Ich habe leider [lang:fr]bon appétit[/lang] gesagt.';
    const reply = await customer.byKey('POST', ROUTE, { ...REQUEST, text, language: 'auto' });
    const { languages, characters } = reply.json();
    const parts = languages.map(({ language, start_char: start, end_char: end }: Record<string, number>) => [
      language,
      [...text].slice(start, end).join(''),
    ]);
    assert.deepEqual(parts, [
      ['en-US', 'Good morning, my friends'],
      ['de', 'Ich habe leider'],
      ['fr', 'bon appétit'],
      ['de', 'gesagt'],
    ]);
    assert.equal(reply.headers['content-language'], 'en-US, de, fr');
    assert.equal(characters, [...text].length);
  });

  test('charges what the plain route charges, once for a repeated key', async () => {
    const { figures, byKey } = await openCustomer(service);
    const headers = { 'idempotency-key': 'once' };
    const first = await byKey('POST', ROUTE, REQUEST, headers);
    const second = await byKey('POST', ROUTE, REQUEST, headers);
    assert.deepEqual(second.json(), first.json());
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.equal((await figures()).credits.used, [...REQUEST.text].length);
  });

  test('returns captions in the requested format', async () => {
    const captions = async (format: string) =>
      (await customer.byKey('POST', ROUTE, { ...REQUEST, captions: format })).json().captions;
    assert.match(await captions('srt'), /^1\n00:00:00,000 --> 00:00:0\d,\d{3}\nIt costs/u);
    assert.match(await captions('vtt'), /^WEBVTT\n/u);
  });

  test('is in the history, with its captions, for its own account only', async () => {
    const other = await openCustomer(service);
    const { history_id: id } = (await customer.byKey('POST', ROUTE, REQUEST)).json();
    const srt = await customer.byKey('GET', `/api/v1/tts/${id}.srt`);
    assert.match(`${srt.headers['content-type']}`, /^application\/x-subrip/u);
    assert.match(srt.body, /It costs 👋 \$3\.50 today\./u);
    assert.match((await customer.bySession('GET', `/api/v1/tts/${id}.vtt`)).body, /^WEBVTT/u);
    assertError(await other.byKey('GET', `/api/v1/tts/${id}.srt`), 404, 'generation_not_found');
    assertError(await customer.byKey('GET', '/api/v1/tts/nothing.vtt'), 404, 'generation_not_found');
    assert.equal((await customer.byKey('GET', `/api/v1/history/${id}`)).json().kind, 'tts_timed');
  });

  test('accepts voice blends and refuses malformed ones', async () => {
    const send = (voice_id: string) => customer.byKey('POST', ROUTE, { ...REQUEST, voice_id });
    assert.equal((await send('af_heart(2)+am_adam(1)')).statusCode, 200);
    assert.equal(service.speech.lastRequest?.voiceId, 'af_heart(2)+am_adam(1)');
    assertError(await send('af_heart(2)+'), 400, 'invalid_voice_blend');
    assertError(await send('af_heart(2)+nobody'), 404, 'voice_not_found');
  });

  test('invalid markup is refused with its position, and nothing is charged', async () => {
    const { byKey, figures } = await openCustomer(service);
    const reply = await byKey('POST', ROUTE, { ...REQUEST, text: '<speak>Hello <b>you</b></speak>' });
    assertError(reply, 400, 'invalid_markup');
    assert.match(reply.json().detail[0].message, /position 13/u);
    assert.equal((await figures()).credits.used, 0);
  });

  test('refuses what the plain route refuses', async () => {
    const send = (change: object) => customer.byKey('POST', ROUTE, { ...REQUEST, ...change });
    assertError(await send({ text: ' ' }), 400, 'text_required');
    assertError(await send({ voice_id: 'nobody' }), 404, 'voice_not_found');
    assertError(await send({ model: 'x' }), 400, 'unknown_model');
    assertError(await send({ captions: 'ass' }), 400, 'invalid_request');
  });
});
