import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { INFERENCE_KIND } from '../generate/index.ts';
import { VIDEO_KIND } from './kind.ts';

const JOB = {
  details: {},
  id: 'x1',
  outputUrl: (path: string) => `https://example.com/x1/${path}`,
  durationSeconds: 2.5,
  error: 'No face.',
  refundedCents: 12,
};

const EXPECTED = [
  {
    announced: VIDEO_KIND.completed,
    json: '{"event":"video.completed","job_id":"x1","status":"completed","output_url":"https://example.com/x1/output","duration_seconds":2.5}',
  },
  {
    announced: VIDEO_KIND.failed,
    json: '{"event":"video.failed","job_id":"x1","status":"failed","error":"No face.","refunded_cents":12}',
  },
  {
    announced: INFERENCE_KIND.completed,
    json: '{"event":"inference.completed","job_id":"x1","status":"completed","output_url":"https://example.com/x1/output"}',
  },
  {
    announced: INFERENCE_KIND.failed,
    json: '{"event":"inference.failed","job_id":"x1","status":"failed","error":"No face.","refunded_cents":12}',
  },
];

test('each kind announces its own events, with exactly the documented fields', () => {
  for (const { announced, json } of EXPECTED) {
    assert.ok(announced);
    const payload = announced.payload(JOB);
    assert.equal(JSON.stringify(payload), json);
    const { event, ...fields } = payload;
    assert.equal(event, announced.event.name);
    const schema = Type.Object(announced.event.fields, { additionalProperties: false });
    assert.deepEqual([...Value.Errors(schema, fields)], []);
  }
});

test('the largest video depends on the length and the height of the plan', () => {
  const request = {
    picture: { kind: 'image', input: 'picture' },
    lipsync_model: 'vox-lips',
    height: 480,
    audio_kbps: 128,
    max_seconds: 180,
  };
  const megabytes = (change: object) =>
    Math.round((VIDEO_KIND.outputs.video?.maxBytes({ ...request, ...change }) ?? 0) / 1024 ** 2);
  assert.equal(megabytes({}), 1_586);
  assert.equal(megabytes({ max_seconds: 60 }), 529);
  assert.equal(megabytes({ height: 1_080, max_seconds: 1_800 }), 8_192, 'at most 8 GB');
});
