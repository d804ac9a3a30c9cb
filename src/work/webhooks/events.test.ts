import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from '@sinclair/typebox/value';
import {
  BATCH_COMPLETED,
  CLONE_FAILED,
  CLONE_READY,
  DESIGN_FAILED,
  DESIGN_READY,
  documentEvents,
  OTHER_EVENTS,
  schemaOfEvent,
  timeoutMsOf,
} from './events.ts';

const ready = { voice_id: 'v1', status: 'ready', name: 'Ann', engine: 'f5-tts' } as const;
const failed = { voice_id: 'v1', status: 'failed', error: 'Too noisy.' } as const;
const metrics = { totalGenerations: 4, successCount: 3, failedCount: 1, pendingCount: 0 };

const EXPECTED = [
  {
    event: BATCH_COMPLETED,
    payload: BATCH_COMPLETED.payload({ metrics, status: 'COMPLETED', id: 'x1' }),
    json: '{"event":"batch.completed","id":"x1","status":"COMPLETED","metrics":{"totalGenerations":4,"successCount":3,"failedCount":1,"pendingCount":0}}',
  },
  {
    event: CLONE_READY,
    payload: CLONE_READY.payload({ clone_id: 'x1', ...ready }),
    json: '{"event":"clone.ready","clone_id":"x1","voice_id":"v1","status":"ready","name":"Ann","engine":"f5-tts"}',
  },
  {
    event: CLONE_FAILED,
    payload: CLONE_FAILED.payload({ clone_id: 'x1', ...failed }),
    json: '{"event":"clone.failed","clone_id":"x1","voice_id":"v1","status":"failed","error":"Too noisy."}',
  },
  {
    event: DESIGN_READY,
    payload: DESIGN_READY.payload({ design_id: 'x1', prompt: 'A warm voice', ...ready }),
    json: '{"event":"design.ready","design_id":"x1","voice_id":"v1","status":"ready","name":"Ann","engine":"f5-tts","prompt":"A warm voice"}',
  },
  {
    event: DESIGN_FAILED,
    payload: DESIGN_FAILED.payload({ design_id: 'x1', ...failed }),
    json: '{"event":"design.failed","design_id":"x1","voice_id":"v1","status":"failed","error":"Too noisy."}',
  },
];

test('every event has exactly the fields of the contract, in their order', () => {
  for (const { payload, json } of EXPECTED) assert.equal(JSON.stringify(payload), json);
});

test('every event is documented as it is sent', () => {
  for (const { event, payload } of EXPECTED)
    assert.deepEqual([...Value.Errors(schemaOfEvent(event), payload)], [], event.name);
  const names = EXPECTED.map(({ event }) => event.name);
  for (const name of names) assert.ok(name in documentEvents(OTHER_EVENTS), name);
});

test('a receiver has 30 seconds to answer a success and 15 to answer a failure', () => {
  assert.deepEqual([timeoutMsOf('video.completed'), timeoutMsOf('clone.failed')], [30_000, 15_000]);
});
