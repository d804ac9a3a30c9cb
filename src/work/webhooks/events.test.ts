import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from '@sinclair/typebox/value';
import { BATCH_COMPLETED, documentEvents, schemaOfEvent, timeoutMsOf } from './events.ts';

const metrics = { totalGenerations: 4, successCount: 3, failedCount: 1, pendingCount: 0 };

const EXPECTED = [
  {
    event: BATCH_COMPLETED,
    payload: BATCH_COMPLETED.payload({ metrics, status: 'COMPLETED', id: 'x1' }),
    json: '{"event":"batch.completed","id":"x1","status":"COMPLETED","metrics":{"totalGenerations":4,"successCount":3,"failedCount":1,"pendingCount":0}}',
  },
];

test('every event has exactly the fields of the contract, in their order', () => {
  for (const { payload, json } of EXPECTED) assert.equal(JSON.stringify(payload), json);
});

test('every event is documented as it is sent', () => {
  for (const { event, payload } of EXPECTED)
    assert.deepEqual([...Value.Errors(schemaOfEvent(event), payload)], [], event.name);
  const names = EXPECTED.map(({ event }) => event.name);
  assert.deepEqual(Object.keys(documentEvents(EXPECTED.map(({ event }) => event))), names);
});

test('a receiver has 30 seconds to answer a success and 15 to answer a failure', () => {
  assert.deepEqual([timeoutMsOf('video.completed'), timeoutMsOf('clone.failed')], [30_000, 15_000]);
});
