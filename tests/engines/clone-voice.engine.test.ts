import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { encodeWav, readWav } from '../../engines/codec/index.ts';
import {
  createDenoisingEngine,
  type DenoisingEngine,
  findDenoisingWeights,
} from '../../engines/denoising/index.ts';
import { findVoiceWeights } from '../../engines/speaker-embedding/index.ts';
import { realSpeech } from '../../engines/speech/testing/real-speech.ts';
import { white } from '../../engines/transcription/testing/clips.ts';
import { realTranscription } from '../../engines/transcription/testing/real-transcription.ts';
import { withNoise } from '../../engines/transcription/testing/spoken.ts';
import {
  type CloningEngine,
  createCloningEngine,
  createFittingEngine,
} from '../../engines/voice-cloning/index.ts';
import { briefSpeech } from '../../engines/voice-cloning/testing/brief-speech.ts';
import { createVoiceMaker } from '../../src/library/voices/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { until } from '../../src/platform/testing/until.ts';
import { assertError } from '../support/assert-error.ts';
import { type Clone, getClone, postClone } from '../support/clone-voice.ts';
import { type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { postForm } from '../support/post-form.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;
/** Plays a person: the cloning engine does not know it. */
const PERSON = 'am_michael';
const SAMPLE =
  'The morning train was late again, so we walked along the river and talked about the weather for a while.';
/** Different people reach at most 0.64. */
const LEAST_SIMILARITY = 0.7;

describe('a clone over HTTP, with the real engines', () => {
  let service: TestService;
  let cloning: CloningEngine;
  let denoising: DenoisingEngine;
  let customer: Customer;
  let clone: Clone;
  before(async () => {
    const [speech, transcription] = await Promise.all([realSpeech(), realTranscription()]);
    const voiceWeights = await findVoiceWeights({ modelsDir });
    cloning = createCloningEngine({ weights: voiceWeights, without: [PERSON], log: silentLog });
    const fitting = createFittingEngine({ weights: voiceWeights, modelsDir, log: silentLog });
    denoising = createDenoisingEngine({ weights: await findDenoisingWeights({ modelsDir }), log: silentLog });
    // A third of the rounds with half of the words: how close a match comes is measured elsewhere.
    const speaking = { speech: briefSpeech(speech, 7), matchRounds: 2 };
    const voiceMaker = createVoiceMaker({ ...speaking, cloning, fitting, denoising });
    service = await openTestService({ engines: { speech, transcription, voiceMaker } });
    customer = await openCustomer(service);
    await (await openAdmin(service)).setPlan(customer, 'creator');
  });
  after(async () => {
    await service.close();
    await Promise.all([cloning, denoising].map((engine) => engine.close()));
  });

  async function spoken(voiceId: string, text: string): Promise<Buffer> {
    const reply = await customer.speak({ text, voice_id: voiceId });
    assert.equal(reply.statusCode, 200, reply.body);
    return reply.rawPayload;
  }

  test('an instant clone becomes ready, reports its similarity and speaks', async (t) => {
    const created = await postClone(customer, { samples: [await spoken(PERSON, SAMPLE)] });
    assert.equal(created.statusCode, 201, created.body);
    const id = created.json().voice_id;
    let progress = 0;
    const read = async () => {
      await forgetRateLimits(service.db);
      const now = await getClone(customer, id);
      assert.ok(now.progress >= progress, `progress fell from ${progress} to ${now.progress}`);
      progress = now.progress;
      return now;
    };
    const isOver = ({ status }: typeof clone): boolean => status !== 'queued' && status !== 'training';
    clone = await until(read, isOver, 600_000);
    assert.equal(clone.status, 'ready', String(clone.error));
    t.diagnostic(`similarity ${clone.similarity}, base voice ${clone.base_voice}`);
    assert.ok(Number(clone.similarity) > LEAST_SIMILARITY, `similarity ${clone.similarity}`);
    assert.notEqual(clone.base_voice, PERSON);
    const wav = await spoken(id, 'This is my voice, and I never said this.');
    assert.ok(wav.length > 24_000 * 2, `${wav.length} bytes`);
  });

  test('spoken consent is verified in the voice of the samples, and in no other', async () => {
    const consent = async (voiceId: string) => {
      const challenge = (await customer.byKey('POST', '/api/voices/consent/challenge')).json();
      const recording = await spoken(voiceId, challenge.sentence);
      const form = { challenge_id: challenge.challenge_id, recording };
      return postForm(customer, `/api/voices/clone/${clone.id}/consent`, form);
    };
    assertError(await consent('af_sky'), 400, 'consent_voice_differs');
    const verified = await consent(PERSON);
    assert.equal(verified.statusCode, 200, verified.body);
    assert.equal(verified.json().verified, true);
  });

  test('a noisy sample is refused, and cloned from once the noise is removed', async () => {
    const { samples: voice, sampleRate } = readWav(await spoken(PERSON, SAMPLE));
    const noisy = withNoise(voice, white(voice.length / 16_000), 6.5);
    const most = noisy.reduce((peak, x) => Math.max(peak, Math.abs(x)), 0);
    const quiet = noisy.map((x) => (0.6 * x) / most);
    const sample = { bytes: encodeWav([quiet], sampleRate), filename: 'street.wav' };
    await forgetRateLimits(service.db);
    assertError(await postClone(customer, { samples: [sample] }), 400, 'sample_noisy');
    const fields = { remove_background_noise: 'true' };
    const created = await postClone(customer, { samples: [sample], fields });
    assert.equal(created.statusCode, 201, created.body);
    const [quality] = created.json().clone.quality;
    assert.match(quality.note, /^Cleaned:/u);
    assert.ok(quality.snr_db < 10, `${quality.snr_db} dB`);
    await customer.byKey('DELETE', `/api/voices/clone/${created.json().voice_id}`);
  });

  test('400: a sample that is clipped names the file, the reason and what to do', async () => {
    const bytes = await spoken(PERSON, SAMPLE);
    for (let at = 44; at + 1 < bytes.length; at += 2)
      bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, 20 * bytes.readInt16LE(at))), at);
    const reply = await postClone(customer, { samples: [{ bytes, filename: 'loud.wav' }] });
    assertError(reply, 400, 'sample_clipped');
    assert.match(reply.json().error, /loud\.wav.*clipped.*Lower the recording level/);
  });
});
