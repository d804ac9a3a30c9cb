import { estimateSpeechSeconds, type SynthesisRequest } from '../../engines/speech/index.ts';
import type { SyncMode } from '../../engines/video/index.ts';
import type { Plan } from '../../money/plans/index.ts';
import { MediaTooLong } from './errors.ts';

/** Average speech rate, as documented for estimates. Ordinary text stays within the slack below. */
const CHARACTERS_PER_SECOND = 15;
const SLACK_SHARE = 0.25;
const SLACK_SECONDS = 1;

/** Whole seconds of the actual speech, including speed, pauses, spelled-out numbers and pronunciations. */
export function speechSeconds(request: SynthesisRequest, characters: number): number {
  const average = characters / CHARACTERS_PER_SECOND;
  const estimate = estimateSpeechSeconds(request);
  return Math.ceil(estimate > average * (1 + SLACK_SHARE) + SLACK_SECONDS ? estimate : average);
}

export type ClipLength = { seconds: number; syncMode: SyncMode };

/** Length of a video with this audio and, if given, this clip. */
export function videoSeconds(soundSeconds: number, clip: ClipLength | undefined): number {
  if (clip?.syncMode === 'cut_off') return Math.min(clip.seconds, soundSeconds);
  return clip?.syncMode === 'silence' ? Math.max(clip.seconds, soundSeconds) : soundSeconds;
}

/** The same. Throws where the plan does not allow it. */
export function allowedSeconds(
  { mediaSeconds }: Pick<Plan, 'mediaSeconds'>,
  soundSeconds: number,
  clip: ClipLength | undefined,
): number {
  const seconds = videoSeconds(soundSeconds, clip);
  if (seconds > mediaSeconds) throw new MediaTooLong(seconds, mediaSeconds);
  return seconds;
}
