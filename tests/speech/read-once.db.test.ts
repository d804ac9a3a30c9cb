import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Customer, openCustomer } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const VOICE = { voice_id: 'af_heart' };

describe('the text of a speech call', () => {
  let service: TestService;
  let customer: Customer;
  before(async () => {
    service = await openTestService();
    customer = await openCustomer(service);
  });
  after(() => service.close());

  async function readingsOf(url: string, text: string): Promise<number> {
    const before = service.speech.readings;
    const reply = await customer.byKey('POST', url, { ...VOICE, text });
    assert.equal(reply.statusCode, 200, reply.body);
    return service.speech.readings - before;
  }

  for (const url of ['/api/v1/tts', '/api/v1/tts/stream', '/api/v1/tts/with-timestamps'])
    test(`is read once by ${url}`, async () => {
      assert.equal(await readingsOf(url, `It costs $3.50 at ${url}.`), 1);
    });

  test('is read again where another form of it is spoken than was sent', async () => {
    const text = 'A café in the square.'.normalize('NFD');
    assert.equal(await readingsOf('/api/v1/tts', text), 2);
    assert.equal(service.speech.lastRequest?.text, text.normalize('NFC'));
    assert.equal(await readingsOf('/api/v1/tts/with-timestamps', text), 1);
    assert.equal(service.speech.lastRequest?.text, text);
  });
});
