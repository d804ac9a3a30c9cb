import { DomainError } from '../../platform/errors.ts';

const REFUSALS = {
  empty_file: 'The file is empty.',
  unreadable_media:
    'The file could not be read as video, audio or a picture; send MP4, WebM, MOV, WAV, MP3, M4A, FLAC, Ogg, PNG, JPEG or WebP.',
  unreadable_audio: 'The file could not be read as audio; send WAV, MP3, FLAC, Ogg, WebM, M4A or MP4.',
  unreadable_video: 'The file could not be read as a video; send MP4, MOV, WebM, Matroska or AVI.',
  unreadable_image: 'The file could not be read as an image; send JPEG, PNG or WebP.',
  no_audio_track: 'The file has no audio track.',
  no_video_track: 'The file has no picture, only sound. Send a video that shows a face.',
  animated_image: 'Pictures that move are not taken; send a still picture, or a video as MP4 or WebM.',
  picture_too_large: 'The picture has more than 50 million pixels; send a smaller one.',
} as const;

/** A customer's file is itself at fault, so trying again will not help. */
export class FileRefused extends DomainError {
  constructor(code: keyof typeof REFUSALS, cause?: unknown) {
    super({ kind: 'invalid', code, public: REFUSALS[code], cause });
  }
}
