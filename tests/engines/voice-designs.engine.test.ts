import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createDenoisingEngine } from '../../engines/denoising/index.ts';
import { realSpeech } from '../../engines/speech/testing/real-speech.ts';
import { createFakeTranscription } from '../../engines/transcription/testing/fake-transcription.ts';
import { createFittingEngine } from '../../engines/voice-cloning/index.ts';
import { realCloning } from '../../engines/voice-cloning/testing/real-cloning.ts';
import { createVoiceMaker } from '../../src/library/voices/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { postForm } from '../support/post-form.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { samplesOf } from '../support/unsigned-wav.ts';
import { madeVoice } from '../support/voices.ts';

describe('designed voices over HTTP, with the real engines', () => {
  let service: TestService;
  let customer: Customer;
  before(async () => {
    const [speech, cloning] = await Promise.all([realSpeech(), realCloning()]);
    // Neither is used.
    const fitting = createFittingEngine({ weights: null, modelsDir: 'no-weights', log: silentLog });
    const denoising = createDenoisingEngine({ weights: null, log: silentLog });
    const voiceMaker = createVoiceMaker({ speech, cloning, fitting, denoising });
    const engines = { speech, transcription: createFakeTranscription(), voiceMaker };
    service = await openTestService({ engines });
    customer = await openCustomer(service);
    const admin = await openAdmin(service);
    await admin.setPlan(customer, 'creator');
  });
  after(() => service.close());

  test('the same prompt and seed give the same sound, and a recording of the voice finds it', async () => {
    const described = {
      prompt: 'A warm British storyteller, a woman in her sixties',
      seed: 4,
      preview_text: 'Hello there.',
    };
    const heard = await customer.byKey('POST', '/api/voices/design/preview', described);
    assert.equal(heard.statusCode, 200, heard.body);
    const created = await customer.byKey('POST', '/api/voices/design', { ...described, name: 'Story' });
    const { voice_id, poll } = created.json<{ voice_id: string; poll: string }>();
    const design = await madeVoice(customer, poll, 120_000);
    assert.equal(design.status, 'ready', String(design.error));
    assert.match(String(design.base_voice), /^bf_/u);
    const preview = await customer.byKey('GET', `/api/v1/voices/${voice_id}/preview`);
    assert.ok(samplesOf(preview.rawPayload).equals(samplesOf(heard.rawPayload)));
    const other = await customer.byKey('POST', '/api/voices/design/preview', { ...described, seed: 5 });
    assert.ok(!samplesOf(other.rawPayload).equals(samplesOf(heard.rawPayload)));

    const text = 'On Monday the train was late again, so we walked.';
    const spoken = await customer.speak({ text, voice_id });
    assert.equal(spoken.statusCode, 200, spoken.body);
    const found = await postForm(customer, '/api/v1/voices/similar?limit=3', { file: spoken.rawPayload });
    assert.equal(found.statusCode, 200, found.body);
    assert.equal(found.json().voices[0].id, voice_id, found.body);
  });
});
