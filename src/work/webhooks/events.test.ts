import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from '@sinclair/typebox/value';
import { documentEvents, schemaOfEvent } from './document-events.ts';
import {
  batchCompleted,
  cloneFailed,
  cloneReady,
  designFailed,
  designReady,
  EVENTS,
  goesToDefault,
  subjectOf,
  timeoutMsOf,
  videoCompleted,
  videoFailed,
} from './events.ts';

const made = { id: 'x1', voiceId: 'v1', name: 'Ann', engine: 'f5-tts' };
const notMade = { id: 'x1', voiceId: 'v1', error: 'Too noisy.' };

const EXPECTED = [
  {
    payload: videoCompleted({ id: 'x1', outputUrl: 'https://example.com/x1.mp4', durationSeconds: 2.5 }),
    json: '{"event":"video.completed","job_id":"x1","status":"completed","output_url":"https://example.com/x1.mp4","duration_seconds":2.5}',
  },
  {
    payload: videoFailed({ id: 'x1', error: 'No face.', refundedCents: 12 }),
    json: '{"event":"video.failed","job_id":"x1","status":"failed","error":"No face.","refunded_cents":12}',
  },
  {
    payload: batchCompleted({ id: 'x1', successCount: 3, failedCount: 1 }),
    json: '{"event":"batch.completed","id":"x1","status":"COMPLETED","metrics":{"totalGenerations":4,"successCount":3,"failedCount":1,"pendingCount":0}}',
  },
  {
    payload: cloneReady(made),
    json: '{"event":"clone.ready","clone_id":"x1","voice_id":"v1","status":"ready","name":"Ann","engine":"f5-tts"}',
  },
  {
    payload: cloneFailed(notMade),
    json: '{"event":"clone.failed","clone_id":"x1","voice_id":"v1","status":"failed","error":"Too noisy."}',
  },
  {
    payload: designReady({ ...made, prompt: 'A warm voice' }),
    json: '{"event":"design.ready","design_id":"x1","voice_id":"v1","status":"ready","name":"Ann","engine":"f5-tts","prompt":"A warm voice"}',
  },
  {
    payload: designFailed(notMade),
    json: '{"event":"design.failed","design_id":"x1","voice_id":"v1","status":"failed","error":"Too noisy."}',
  },
];

test('every event has exactly the fields of the contract', () => {
  for (const { payload, json } of EXPECTED) assert.equal(JSON.stringify(payload), json);
  assert.deepEqual(
    EXPECTED.map(({ payload }) => payload.event),
    EVENTS,
  );
});

test('every event is documented as it is sent', () => {
  for (const { payload } of EXPECTED) {
    const faults = [...Value.Errors(schemaOfEvent(payload.event), payload)];
    assert.deepEqual(faults, [], payload.event);
  }
  assert.deepEqual(Object.keys(documentEvents()), EVENTS);
});

test('every event is about the thing that its payload names', () => {
  for (const { payload } of EXPECTED) assert.equal(subjectOf(payload), 'x1');
});

test('success has 30 seconds to be answered, failure 15', () => {
  const seconds = EVENTS.map((event) => timeoutMsOf(event) / 1_000);
  assert.deepEqual(seconds, [30, 15, 30, 30, 15, 30, 15]);
});

test("only a batch does not go to the account's default address", () => {
  assert.deepEqual(
    EVENTS.filter((event) => !goesToDefault(event)),
    ['batch.completed'],
  );
});
