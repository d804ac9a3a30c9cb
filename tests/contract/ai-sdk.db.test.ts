import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createOpenAI } from '@ai-sdk/openai';
import { generateSpeech, transcribe } from 'ai';
import { type Customer, openCustomer } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

describe('the AI SDK, pointed at this service', () => {
  let service: TestService;
  let customer: Customer;
  let openai: ReturnType<typeof createOpenAI>;
  before(async () => {
    service = await openTestService();
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
    customer = await openCustomer(service);
    openai = createOpenAI({ apiKey: customer.apiKey, baseURL: `${address}/v1` });
  });
  after(() => service.close());

  test('generateSpeech', async () => {
    const model = openai.speech('gpt-4o-mini-tts');
    const { audio } = await generateSpeech({
      model,
      text: 'Hello there.',
      voice: 'cedar',
      outputFormat: 'mp3',
    });
    assert.equal(audio.format, 'mp3');
    assert.ok(audio.uint8Array.length > 500);
    assert.equal((await customer.figures()).credits.used, 12);
  });

  for (const name of ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe']) {
    test(`transcribe with ${name}`, async () => {
      const result = await transcribe({ model: openai.transcription(name), audio: sound(2) });
      assert.equal(result.text, 'Hello there, General.');
      if (name === 'whisper-1') assert.deepEqual([result.language, result.segments.length], ['en', 1]);
    });
  }

  test('an unknown model is refused with a list of the known ones', async () => {
    const speaking = generateSpeech({ model: openai.speech('gpt-9'), text: 'Hello.', maxRetries: 0 });
    await assert.rejects(speaking, /model must be one of tts-1, .*gpt-4o-mini-tts/);
  });
});
