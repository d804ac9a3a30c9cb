import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { eventOf, VOICE_EVENTS } from './voice-events.ts';

const VOICE = { id: 'v1', name: 'Ann', engine: 'f5-tts', facts: { prompt: 'A warm voice' } } as const;
const ready = { ...VOICE, status: 'ready', error: null } as const;
const failed = { ...VOICE, status: 'failed', error: 'Too noisy.' } as const;

const EXPECTED = [
  {
    payload: eventOf({ ...ready, source: 'clone' }),
    json: '{"event":"clone.ready","clone_id":"v1","voice_id":"v1","status":"ready","name":"Ann","engine":"f5-tts"}',
  },
  {
    payload: eventOf({ ...failed, source: 'clone' }),
    json: '{"event":"clone.failed","clone_id":"v1","voice_id":"v1","status":"failed","error":"Too noisy."}',
  },
  {
    payload: eventOf({ ...ready, source: 'design' }),
    json: '{"event":"design.ready","design_id":"v1","voice_id":"v1","status":"ready","name":"Ann","engine":"f5-tts","prompt":"A warm voice"}',
  },
  {
    payload: eventOf({ ...failed, source: 'design' }),
    json: '{"event":"design.failed","design_id":"v1","voice_id":"v1","status":"failed","error":"Too noisy."}',
  },
];

test('the events of a voice have exactly the fields of the contract, in their order', () => {
  for (const { payload, json } of EXPECTED) assert.equal(JSON.stringify(payload), json);
});

test('the events of a voice are documented as they are sent', () => {
  assert.deepEqual(
    EXPECTED.map(({ payload }) => payload.event),
    VOICE_EVENTS.map(({ name }) => name),
  );
  for (const [index, { payload }] of EXPECTED.entries()) {
    const { event, ...fields } = payload;
    const schema = Type.Object(VOICE_EVENTS[index]?.fields ?? {}, { additionalProperties: false });
    assert.deepEqual([...Value.Errors(schema, fields)], [], event);
  }
});
