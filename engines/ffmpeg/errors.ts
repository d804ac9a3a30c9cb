import { domainError, domainErrors } from '../../src/platform/errors.ts';

const REFUSALS = {
  empty_file: 'The file is empty.',
  unreadable_media:
    'The file could not be read as video, audio or a picture. Send MP4, WebM, MOV, WAV, MP3, M4A, FLAC, Ogg, PNG, JPEG or WebP.',
  unreadable_audio: 'The file could not be read as audio. Send WAV, MP3, FLAC, Ogg, WebM, M4A or MP4.',
  unreadable_video: 'The file could not be read as a video. Send MP4, MOV, WebM, Matroska or AVI.',
  unreadable_image: 'The file could not be read as an image. Send JPEG, PNG or WebP.',
  no_audio_track: 'The file has no audio track.',
  no_video_track: 'The file has no picture, only sound. Send a video that shows a face.',
  animated_image: 'Animated pictures are not supported. Send a still picture, or a video as MP4 or WebM.',
  picture_too_large: 'The picture has more than 50 million pixels. Send a smaller one.',
} as const;

const REFUSED_AS = Object.keys(REFUSALS) as (keyof typeof REFUSALS)[];

/** The customer's file is at fault, so a retry will not help. */
export const FileRefused = domainErrors('invalid', REFUSED_AS, (code, cause?: unknown) => ({
  public: REFUSALS[code],
  cause,
}));

export const MediaTooLong = domainError(
  'invalid',
  'media_too_long',
  (maxSeconds: number) =>
    `The file is longer than the ${maxSeconds} seconds that your plan allows. Shorten it, or choose a larger plan.`,
);

export const AudioTooLong = domainError(
  'invalid',
  'audio_too_long',
  (maxSeconds: number) =>
    `The audio is longer than the ${maxSeconds} seconds allowed in a request. Split it.`,
);

export const FfmpegMissing = domainError(
  'unavailable',
  'engine_unavailable',
  (options: { alternative?: string } = {}) => {
    const remedy = 'Install ffmpeg on the server or set FFMPEG_PATH.';
    return ['This server has no ffmpeg to read or write media files.', options.alternative, remedy]
      .filter(Boolean)
      .join(' ');
  },
);

/** The gate's queue is full, or the wait in it took too long. */
export const FfmpegBusy = domainError('unavailable', 'busy', (retryAfterSeconds: number) => ({
  public: 'The server is processing too many media files. Try again in a few seconds.',
  retryAfterSeconds,
}));
