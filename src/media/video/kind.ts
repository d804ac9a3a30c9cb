import { Type } from '@sinclair/typebox';
import { findLipsyncModel, type LipsyncModel } from '../../../engines/lipsync/index.ts';
import { MEGABYTE } from '../../platform/megabyte.ts';
import {
  type EndedJob,
  FAILED_FIELDS,
  failedValues,
  type JobDetail,
  type JobKind,
} from '../../work/jobs/index.ts';
import { defineEvent } from '../../work/webhooks/index.ts';
import { LONGEST_SECONDS } from './video-length.ts';
import { readVideoRequest } from './video-request.ts';

/** Only events of dubs have these fields. Dubs announce the events of videos. */
const DUB_FIELDS = {
  kind: Type.Optional(Type.Literal('dub', { description: 'Only for dubs.' })),
  dub_id: Type.Optional(Type.String({ description: 'Only for dubs.' })),
};

export const VIDEO_COMPLETED = defineEvent('video.completed', 'A video or dub is completed', {
  job_id: Type.String(),
  status: Type.Literal('completed'),
  output_url: Type.String({
    description: 'Signed URL of the MP4, or of the sound that a dub made, readable without a key for 7 days.',
  }),
  duration_seconds: Type.Number(),
  ...DUB_FIELDS,
});

export const VIDEO_FAILED = defineEvent('video.failed', 'A video or dub failed', {
  ...FAILED_FIELDS,
  ...DUB_FIELDS,
});

const MAX_THUMBNAIL_BYTES = 8 * MEGABYTE;
/** Many times the captions of the longest script, which has 5,000 characters. */
const MAX_CAPTIONS_BYTES = MEGABYTE;
/** Our own encoder takes 0.15 for a detailed test picture and 4 for pure noise, which must pass too. */
const MAX_BITS_PER_PIXEL = 6;
const FRAMES_PER_SECOND = 30;
const MAX_VIDEO_BYTES = 8 * 1024 * MEGABYTE;

/** Allows for a video of the plan's maximum length and height. */
function maxVideoBytes(request: unknown): number {
  const { height, max_seconds: seconds, audio_kbps: kbps } = readVideoRequest(request);
  const pixels = height * ((height * 16) / 9);
  const bitsPerSecond = pixels * FRAMES_PER_SECOND * MAX_BITS_PER_PIXEL + kbps * 1_000;
  return Math.min(MEGABYTE + Math.ceil((bitsPerSecond * seconds) / 8), MAX_VIDEO_BYTES);
}

/** Reads the requests of videos and of dubs. */
export const LIPSYNC_DETAILS: readonly JobDetail[] = [
  {
    name: 'video_model',
    schema: Type.String(),
    description: 'Lip-sync model.',
    after: 'result',
    read: (request) => lipsyncOf(request)?.name,
  },
  {
    name: 'lipsync',
    schema: Type.Union([Type.Literal('neural'), Type.Literal('procedural')]),
    after: 'result',
    read: (request) => lipsyncOf(request)?.kind,
  },
];

export const VIDEO_KIND: JobKind = {
  name: 'video',
  outputs: {
    video: { contentType: 'video/mp4', extension: 'mp4', path: 'output', maxBytes: maxVideoBytes },
    thumbnail: {
      contentType: 'image/jpeg',
      extension: 'jpg',
      path: 'thumbnail',
      maxBytes: () => MAX_THUMBNAIL_BYTES,
    },
    captions: {
      contentType: 'text/vtt; charset=utf-8',
      extension: 'vtt',
      path: 'captions.vtt',
      maxBytes: () => MAX_CAPTIONS_BYTES,
    },
  },
  measured: { video_second: { max: LONGEST_SECONDS, mayExceedReservation: true } },
  resultFields: ['durationSeconds', 'width', 'height'],
  details: LIPSYNC_DETAILS,
  madeWith(request) {
    const { lipsync_model: lips, script } = readVideoRequest(request);
    return { models: [lips], voiceIds: script ? [script.voice_id] : [], sounds: script !== undefined };
  },
  completed: { event: VIDEO_COMPLETED, payload: (job) => VIDEO_COMPLETED.payload(completedValues(job)) },
  failed: { event: VIDEO_FAILED, payload: (job) => VIDEO_FAILED.payload(failedValues(job)) },
};

export function completedValues(job: EndedJob) {
  return {
    job_id: job.id,
    status: 'completed' as const,
    output_url: job.outputUrl('output'),
    duration_seconds: job.durationSeconds ?? 0,
  };
}

function lipsyncOf(request: object): LipsyncModel | undefined {
  return 'lipsync_model' in request ? findLipsyncModel(String(request.lipsync_model)) : undefined;
}
