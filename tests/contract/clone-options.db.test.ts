import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { presetSpeaker } from '../../engines/speech/index.ts';
import { assertError } from '../support/assert-error.ts';
import { postClone } from '../support/clone-voice.ts';
import { type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { holdVoices, madeVoice, type Voice } from '../support/voices.ts';

type Created = { clone: Voice; voice_id: string; poll: string };

describe('options of a clone', () => {
  let service: TestService;
  let customer: Customer;
  let neighbour: Customer;
  before(async () => {
    service = await openTestService();
    const admin = await openAdmin(service);
    customer = await openCustomer(service);
    neighbour = await openCustomer(service);
    await admin.setPlan(customer, 'developer');
    await admin.setPlan(neighbour, 'developer');
  });
  after(() => service.close());

  const clone = (prosody_from: string, who = customer) => postClone(who, { fields: { prosody_from } });

  test('prosody_from: a clone takes over the delivery of a preset, a blend or another voice of the account', async () => {
    const reply = await clone('bf_emma');
    assert.equal(reply.statusCode, 201, reply.body);
    const first = reply.json<Created>();
    assert.equal(first.clone.prosody_from, 'bf_emma');
    assert.equal((await madeVoice(customer, first.poll)).status, 'ready');
    assert.deepEqual(Object.keys(service.voiceMaker.matched?.prosodyFrom ?? {}).sort(), ['pace', 'style']);
    assert.equal((await clone('af_heart(2)+am_adam(1)')).statusCode, 201);
    const second = (await clone(first.voice_id)).json<Created>();
    assert.equal((await madeVoice(customer, second.poll)).status, 'ready');
    const { style } = await presetSpeaker('am_adam');
    const sixDigits = style.map((value) => Number(value.toPrecision(6)));
    assert.deepEqual(service.voiceMaker.matched?.prosodyFrom?.style, sixDigits);
    const plain = (await postClone(customer)).json<Created>();
    assert.equal((await madeVoice(customer, plain.poll)).prosody_from, null);
    assert.equal(service.voiceMaker.matched?.prosodyFrom, undefined);
  });

  test('prosody_from: 400 for a wrong blend, 404 for an unknown voice or another account’s, 409 for one that is not ready', async () => {
    assertError(await clone('af_heart('), 400, 'invalid_voice_blend');
    assertError(await clone('af_nobody'), 404, 'voice_not_found');
    const release = holdVoices(service);
    const { voice_id } = (await postClone(customer)).json<Created>();
    assertError(await clone(voice_id), 409, 'voice_not_ready');
    assertError(await clone(voice_id, neighbour), 404, 'voice_not_found');
    release();
  });

  test('remove_background_noise: the clone is made from the cleaned sound, and the sample is kept as uploaded', async () => {
    const { voiceMaker } = service;
    await forgetRateLimits(service.db);
    const bytes = sound(6);
    await madeVoice(customer, (await postClone(customer, { samples: [bytes] })).json<Created>().poll);
    const plain = voiceMaker.matched?.samples;
    voiceMaker.snrDb = 8;
    voiceMaker.problems = [{ code: 'noisy', message: 'There is noise.' }];
    assertError(await postClone(customer, { samples: [bytes] }), 400, 'sample_noisy');
    const fields = { remove_background_noise: 'true' };
    const reply = await postClone(customer, { samples: [bytes], fields });
    assert.equal(reply.statusCode, 201, reply.body);
    const { clone: created, poll, voice_id } = reply.json<Created>();
    const [quality] = created.quality as { snr_db: number; note: string }[];
    assert.equal(quality?.snr_db, 8);
    assert.match(quality?.note ?? '', /^Cleaned: background noise was removed/u);
    assert.equal((await madeVoice(customer, poll)).status, 'ready');
    assert.deepEqual(voiceMaker.matched?.samples, await voiceMaker.removeNoise(plain ?? new Float32Array()));
    const sample = await customer.byKey('GET', `/api/v1/voices/clone/${voice_id}/sample`);
    assert.deepEqual(sample.rawPayload, bytes);
    voiceMaker.snrDb = 6;
    const refused = await postClone(customer, { samples: [bytes], fields });
    assertError(refused, 400, 'sample_noisy');
    assert.match(refused.json().error, /6\.0 dB above the noise; at least 7 dB/u);
    voiceMaker.problems = [];
    voiceMaker.snrDb = 40;
  });
});
