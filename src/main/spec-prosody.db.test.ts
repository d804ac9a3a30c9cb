import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { presetSpeaker } from '../engines/speech/index.ts';
import { assertError } from './testing/assert-error.ts';
import { postClone } from './testing/clone-voice.ts';
import { type Customer, openAdmin, openCustomer } from './testing/customer.ts';
import { openTestService, type TestService } from './testing/test-service.ts';
import { holdVoices, madeVoice, type Voice } from './testing/voices.ts';

type Created = { clone: Voice; voice_id: string; poll: string };

describe('prosody_from', () => {
  let service: TestService;
  let customer: Customer;
  before(async () => {
    service = await openTestService();
    const admin = await openAdmin(service);
    customer = await openCustomer(service);
    await admin.setPlan(customer, 'developer');
  });
  after(() => service.close());

  const clone = (prosody_from: string, who = customer) => postClone(who, { fields: { prosody_from } });

  test('a clone takes over the delivery of a preset, a blend or another voice of the account', async () => {
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

  test('400 for a wrong blend, 404 for an unknown voice or another account’s, 409 for one that is not ready', async () => {
    assertError(await clone('af_heart('), 400, 'invalid_voice_blend');
    assertError(await clone('af_nobody'), 404, 'voice_not_found');
    const release = holdVoices(service);
    const { voice_id } = (await postClone(customer)).json<Created>();
    assertError(await clone(voice_id), 409, 'voice_not_ready');
    assertError(await clone(voice_id, await openCustomer(service)), 404, 'voice_not_found');
    release();
  });
});
