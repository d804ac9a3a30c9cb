import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const text = 'Доброе утро, это iPhone.';
const spoken = { text, voice_id: 'af_heart' };
const agent = {
  name: 'A',
  voice_id: 'af_heart',
  first_message: text,
  flow: { start: 'a', otherwise: 'Что?', states: { a: { rules: [{ when: ['да'], say: text }] } } },
};

/** Every route that speaks, with a request that only another language than the voice's can read. */
const ROUTES: [route: string, body: object][] = [
  ['/api/v1/tts', spoken],
  ['/api/v1/tts/stream', spoken],
  ['/api/v1/tts/with-timestamps', spoken],
  ['/api/v1/estimate', { kind: 'tts', ...spoken }],
  ['/api/v1/avatar', spoken],
  ['/api/v1/generate', spoken],
  ['/api/v1/generate', { ...spoken, avatar_id: 'clara' }],
  ['/v1/audio/speech', { model: 'tts-1', voice: 'af_heart', input: text }],
];

describe('languages', () => {
  let service: TestService;
  let customer: Customer;
  before(async () => {
    service = await openTestService();
    customer = await openCustomer(service);
    await (await openAdmin(service)).setPlan(customer, 'starter');
  });
  after(() => service.close());

  for (const [route, body] of ROUTES)
    test(`${route} speaks Russian with an English voice, if asked to`, async () => {
      const refused = await customer.byKey('POST', route, body);
      assert.equal(refused.statusCode, 400, refused.body);
      assert.match(refused.body, /Send the language of the text/u);
      const reply = await customer.byKey('POST', route, { ...body, language: 'ru' });
      assert.ok([200, 202].includes(reply.statusCode), `${reply.statusCode} ${reply.body.slice(0, 300)}`);
      assertError(await customer.byKey('POST', route, { ...body, language: 'tlh' }), 400);
    });

  test('a preset of a language needs no language', async () => {
    assert.equal(
      (await customer.byKey('POST', '/api/v1/tts', { text, voice_id: 'ru_anna' })).statusCode,
      200,
    );
    const blend = { text, voice_id: 'ru_anna(2)+af_heart(1)' };
    assert.equal((await customer.byKey('POST', '/api/v1/tts', blend)).statusCode, 200);
    assert.equal((await customer.byKey('GET', '/api/v1/voices/ru_anna/preview')).statusCode, 200);
  });

  test('a line of a batch has its own', async () => {
    const items = [spoken, { ...spoken, language: 'ru' }];
    const { lines } = (
      await customer.byKey('POST', '/api/v1/generate/batch', { items, dry_run: true })
    ).json();
    assert.deepEqual(
      lines.map(({ ok }: { ok: boolean }) => ok),
      [false, true],
    );
  });

  test('an agent speaks another language than its voice', async () => {
    assertError(await customer.byKey('POST', '/api/v1/agents', agent), 400);
    const made = await customer.byKey('POST', '/api/v1/agents', { ...agent, language: 'ru' });
    assert.equal(made.statusCode, 201, made.body);
  });

  test('dubs go into all of them', async () => {
    const { target_languages: targets } = (await customer.byKey('GET', '/api/v1/dub')).json();
    const codes = targets.map(({ code }: { code: string }) => code);
    for (const { language } of (await customer.byKey('GET', '/api/v1/voices')).json().voices)
      assert.ok(codes.includes(language.split('-')[0]), language);
  });
});
