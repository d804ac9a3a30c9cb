import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../webhooks/index.ts';
import { createJobKinds, failedEvent, type JobKind } from '../index.ts';

const COMPLETED = defineEvent('video.completed', 'A video is completed', {
  job_id: Type.String(),
  output_url: Type.String(),
});

export const TEST_MAX_BYTES = 200_000;
const maxBytes = () => TEST_MAX_BYTES;

/** Stands in for the kinds that the media slices declare. */
export const TEST_KIND: JobKind = {
  name: 'video',
  outputs: {
    video: { contentType: 'video/mp4', extension: 'mp4', path: 'output', maxBytes },
    thumbnail: { contentType: 'image/jpeg', extension: 'jpg', path: 'thumbnail', maxBytes },
  },
  maxCheckpointBytes: maxBytes,
  measured: { video_second: { max: 60, mayExceedReservation: true } },
  resultFields: ['durationSeconds', 'width', 'height'],
  completed: {
    event: COMPLETED,
    payload: ({ id, outputUrl }) => COMPLETED.payload({ job_id: id, output_url: outputUrl('output') }),
  },
  details: [{ name: 'model', schema: Type.String(), after: 'result', read: () => 'own' }],
  failed: failedEvent('video.failed', 'A video failed'),
};

/** Never costs more than was reserved. */
const CAPPED: JobKind = {
  ...TEST_KIND,
  name: 'capped',
  measured: { tts_character: { max: 1e9, mayExceedReservation: false } },
};

export const TEST_KINDS = createJobKinds([TEST_KIND, CAPPED]);
