import { Type } from '@sinclair/typebox';
import { failedEvent, type JobKind } from '../../work/jobs/index.ts';
import { defineEvent } from '../../work/webhooks/index.ts';
import { LONGEST_SECONDS } from './video-length.ts';

const COMPLETED = defineEvent('video.completed', 'A video is completed', {
  job_id: Type.String(),
  status: Type.Literal('completed'),
  output_url: Type.String({ description: 'Signed URL of the MP4, readable without a key for 7 days.' }),
  duration_seconds: Type.Number(),
});

export const VIDEO_KIND: JobKind = {
  name: 'video',
  outputs: {
    video: { contentType: 'video/mp4', extension: 'mp4', path: 'output' },
    thumbnail: { contentType: 'image/jpeg', extension: 'jpg', path: 'thumbnail' },
    captions: { contentType: 'text/vtt; charset=utf-8', extension: 'vtt', path: 'captions.vtt' },
  },
  measured: { video_second: { max: LONGEST_SECONDS, mayExceedReservation: true } },
  resultFields: ['durationSeconds', 'width', 'height'],
  completed: {
    event: COMPLETED,
    payload: (job) =>
      COMPLETED.payload({
        job_id: job.id,
        status: 'completed',
        output_url: job.outputUrl('output'),
        duration_seconds: job.durationSeconds ?? 0,
      }),
  },
  failed: failedEvent('video.failed', 'A video failed'),
};
