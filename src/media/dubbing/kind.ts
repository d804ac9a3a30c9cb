import { Type } from '@sinclair/typebox';
import { PLANS } from '../../money/plans/index.ts';
import { MEGABYTE } from '../../platform/megabyte.ts';
import {
  type EndedJob,
  failedValues,
  type JobDetail,
  type JobKind,
  type OutputKind,
} from '../../work/jobs/index.ts';
import { defineEvent } from '../../work/webhooks/index.ts';
import {
  completedValues,
  LIPSYNC_DETAILS,
  LONGEST_SECONDS,
  VIDEO_COMPLETED,
  VIDEO_FAILED,
} from '../video/index.ts';
import { readDubRequest } from './dub-request.ts';
import { finishDub, isDubProduct, SPEECH, speechKeyOf } from './projects/finish-dub.ts';
import { SCRIPT_LIMITS } from './script.ts';

const COMPLETED = defineEvent('dub.completed', 'A dub is completed', {
  job_id: Type.String(),
  dub_id: Type.String(),
  status: Type.Literal('completed'),
  output_url: Type.String({
    description: 'Signed URL of the film or sound, readable without a key for 7 days.',
  }),
  duration_seconds: Type.Number(),
});

const FAILED = defineEvent('dub.failed', 'A dub failed', {
  job_id: Type.String(),
  dub_id: Type.String(),
  status: Type.Literal('failed'),
  error: Type.String(),
  refunded_cents: Type.Integer({ description: 'Prepaid credit returned to the wallet.' }),
});

const MAX_THUMBNAIL_BYTES = 8 * MEGABYTE;
const MAX_CAPTIONS_BYTES = 4 * MEGABYTE;
const LARGEST_UPLOAD = Math.max(...Object.values(PLANS).map(({ uploadBytes }) => uploadBytes));
/** A picture is copied as it came, or encoded again with at most this. */
const MAX_BITS_PER_PIXEL = 6;
const FRAMES_PER_SECOND = 30;
/** Stereo at 96 kHz in 24 bits. */
const SOUND_BYTES_PER_SECOND = 576_000;
/** The file of spoken lines: mono, 24 kHz, 16 bits. Lines may be longer than their slots before they are fitted. */
const SPEECH_BYTES_PER_SECOND = 48_000;
const LONGER_THAN_FILM = 4;

function maxFilmBytes(request: unknown): number {
  const { height, max_seconds: seconds } = readDubRequest(request);
  const pixels = height * ((height * 16) / 9);
  const encoded = (pixels * FRAMES_PER_SECOND * MAX_BITS_PER_PIXEL * seconds) / 8;
  return Math.ceil(Math.max(LARGEST_UPLOAD, encoded)) + maxSoundBytes(request);
}

function maxSoundBytes(request: unknown): number {
  return MEGABYTE + Math.ceil(readDubRequest(request).max_seconds * SOUND_BYTES_PER_SECOND);
}

function maxSpeechBytes(request: unknown): number {
  return (
    MEGABYTE + Math.ceil(readDubRequest(request).max_seconds * SPEECH_BYTES_PER_SECOND * LONGER_THAN_FILM)
  );
}

const soundOutput = (contentType: string, extension: string): OutputKind => ({
  contentType,
  extension,
  path: 'output',
  maxBytes: maxSoundBytes,
});

const dubIdOf = ({ details }: EndedJob): string => details.dub_id ?? '';

/** Events of dubs have these fields beside those of a video. */
function dubFieldsOf({ details }: EndedJob): { kind?: 'dub'; dub_id?: string } {
  return details.dub_id ? { kind: 'dub', dub_id: details.dub_id } : {};
}

const DUB_ID: JobDetail = {
  name: 'dub_id',
  schema: Type.String(),
  description: 'The dub that the job renders.',
  after: 'batch',
  read: (request) => readDubRequest(request).dub_id,
};

/** A film comes back as MP4, sound in the format that came in where it is one of these. */
export const DUB_KIND: JobKind = {
  name: 'dub',
  outputs: {
    film: { contentType: 'video/mp4', extension: 'mp4', path: 'output', maxBytes: maxFilmBytes },
    wav: soundOutput('audio/wav', 'wav'),
    mp3: soundOutput('audio/mpeg', 'mp3'),
    flac: soundOutput('audio/flac', 'flac'),
    ogg: soundOutput('audio/ogg', 'ogg'),
    m4a: soundOutput('audio/mp4', 'm4a'),
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
    [SPEECH]: {
      contentType: 'audio/wav',
      extension: 'wav',
      path: null,
      maxBytes: maxSpeechBytes,
      keptAs: speechKeyOf,
    },
  },
  maxCheckpointBytes: maxSpeechBytes,
  measured: {
    // Capped at the length of the film, which is reserved.
    stt_second: { max: 2 * LONGEST_SECONDS, mayExceedReservation: false },
    tts_character: { max: SCRIPT_LIMITS.characters, mayExceedReservation: true },
    video_second: { max: 2 * LONGEST_SECONDS, mayExceedReservation: true },
  },
  resultFields: ['durationSeconds', 'width', 'height'],
  madeWith(request) {
    const { voice, lip_sync: moves, lipsync_model: lips } = readDubRequest(request);
    return { models: moves ? [lips] : [], voiceIds: voice ? [voice.voice_id] : [], sounds: true };
  },
  details: [...LIPSYNC_DETAILS, DUB_ID],
  completed: {
    event: VIDEO_COMPLETED,
    payload: (job) => VIDEO_COMPLETED.payload({ ...completedValues(job), ...dubFieldsOf(job) }),
  },
  failed: {
    event: VIDEO_FAILED,
    payload: (job) => VIDEO_FAILED.payload({ ...failedValues(job), ...dubFieldsOf(job) }),
  },
  besides: {
    setting: 'webhookDubEvents',
    completed: {
      event: COMPLETED,
      payload: (job) => COMPLETED.payload({ ...completedValues(job), dub_id: dubIdOf(job) }),
    },
    failed: {
      event: FAILED,
      payload: (job) => FAILED.payload({ ...failedValues(job), dub_id: dubIdOf(job) }),
    },
  },
  isProduct: isDubProduct,
  ended: finishDub,
};
