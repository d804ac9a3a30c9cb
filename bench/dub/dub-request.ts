import type { DubRequest } from '../../src/media/dubbing/index.ts';

type Wanted = { source: string; target: string; seconds: number; lips: boolean; consent: boolean };

/** Nothing is known about the film but its language. */
export function dubRequest({ source, target, seconds, lips, consent }: Wanted): DubRequest {
  return {
    target_language: target,
    source_language: source,
    range: null,
    film: { has_video: true, seconds, content_type: 'video/mp4' },
    script: null,
    given: null,
    num_speakers: null,
    voice: null,
    consent,
    glossary: {},
    lip_sync: lips,
    sync_mode: 'cut_off',
    fit: 'speech',
    drop_background: false,
    lipsync_model: lips ? 'vox-lips' : '',
    height: 720,
    audio_kbps: 160,
    max_seconds: 1_800,
  };
}
