import type { SyncMode } from '../../../engines/video/index.ts';
import { PLANS, type Plan } from '../../money/plans/index.ts';
import type { ReadSpeech } from '../speech/index.ts';
import { MediaTooLong } from './errors.ts';

/** The longest video of any plan. */
export const LONGEST_SECONDS = Math.max(...Object.values(PLANS).map(({ mediaSeconds }) => mediaSeconds));

/** Average speech rate, as documented for estimates. Ordinary text stays within the slack below. */
const CHARACTERS_PER_SECOND = 15;
const SLACK_SHARE = 0.25;
const SLACK_SECONDS = 1;

/** Estimate in whole seconds: the average rate, unless speed, pauses, numbers or pronunciations make it clearly longer. */
export function speechSeconds({ characters, seconds }: Pick<ReadSpeech, 'characters' | 'seconds'>): number {
  const average = characters / CHARACTERS_PER_SECOND;
  return Math.ceil(seconds > average * (1 + SLACK_SHARE) + SLACK_SECONDS ? seconds : average);
}

export type ClipLength = { seconds: number; syncMode: SyncMode };

/** Length of a video with this audio and, if given, this clip. */
export function videoSeconds(soundSeconds: number, clip: ClipLength | undefined): number {
  if (clip?.syncMode === 'cut_off') return Math.min(clip.seconds, soundSeconds);
  return clip?.syncMode === 'silence' ? Math.max(clip.seconds, soundSeconds) : soundSeconds;
}

/** Returns `videoSeconds`, but throws if the plan does not allow the length. */
export function allowedSeconds(
  { mediaSeconds }: Pick<Plan, 'mediaSeconds'>,
  soundSeconds: number,
  clip: ClipLength | undefined,
): number {
  const seconds = videoSeconds(soundSeconds, clip);
  if (seconds > mediaSeconds) throw new MediaTooLong(seconds, mediaSeconds);
  return seconds;
}
