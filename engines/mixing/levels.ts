import { loudnessOf, loudnessOfSteps, STEPS_PER_SECOND } from '../dsp/index.ts';
import type { Clip } from './types.ts';

/** A line may be so much louder or quieter than its speaker usually is. A shout stays one, without deafening anybody. */
const MOST_DEVIATION_DB = 6;
/** Sound below this is too quiet to take a level from. */
const SILENT_LUFS = -50;
/** Speech over silence gets the level of broadcasting. */
const USUAL_LUFS = -23;
/** A clip that would need more is broken, and its noise would come up with it. */
const MOST_GAIN_DB = 15;
/** How much the speech may leave the level of its slots so that the whole is as loud as the original. */
const MOST_CORRECTION_DB = 6;
/** The sound around a line tells how loud the background under it is. */
const AROUND_SECONDS = 3;
const LEAST_AROUND_STEPS = 5;
/** Background is never taken for more than this part of the power in a slot. */
const MOST_BACKGROUND = 0.75;

export type Steps = readonly number[];

/** Returns the gain of each clip in dB that makes it as loud as the speech it replaces. */
export function clipGains(original: Steps, clips: readonly Clip[], spoken: readonly Steps[]): number[] {
  const heard = clips.map((clip) => speechLoudness(original, clip, clips));
  const all = medianOf(heard) ?? USUAL_LUFS;
  const speakers = new Map<string, number>();
  for (const { speaker } of clips) {
    const own = heard.filter((_, i) => clips[i]?.speaker === speaker);
    speakers.set(speaker, medianOf(own) ?? all);
  }
  return clips.map(({ speaker }, i) => {
    const usual = speakers.get(speaker) ?? all;
    const level = heard[i] ?? usual;
    const wanted = Math.min(Math.max(level, usual - MOST_DEVIATION_DB), usual + MOST_DEVIATION_DB);
    const own = loudnessOf(activePower(spoken[i] ?? []));
    return own === -Infinity ? 0 : Math.min(MOST_GAIN_DB, wanted - own);
  });
}

/** Returns LUFS with the background's share taken out. Null if the slot is silent. */
function speechLoudness(original: Steps, { slot }: Clip, clips: readonly Clip[]): number | null {
  const power = activePower(stepsOf(original, slot.start, slot.end));
  if (loudnessOf(power) < SILENT_LUFS) return null;
  const from = slot.start - AROUND_SECONDS;
  const to = slot.end + AROUND_SECONDS;
  const near = clips.filter((other) => other.slot.end > from && other.slot.start < to);
  const isFree = (step: number) =>
    near.every((other) => stepAt(other.slot.end) + 2 < step || stepAt(other.slot.start) - 2 > step);
  const around: number[] = [];
  for (let step = stepAt(Math.max(0, from)); step < stepAt(to) && step < original.length; step += 1)
    if (isFree(step)) around.push(original[step] as number);
  const background = around.length < LEAST_AROUND_STEPS ? 0 : meanOf(around);
  return loudnessOf(power - Math.min(background, MOST_BACKGROUND * power));
}

/** Speech on the timeline of the result, from the steps of its clips. */
export function placedSteps(
  clips: readonly Clip[],
  spoken: readonly Steps[],
  gainsDb: readonly number[],
  count: number,
): number[] {
  const steps = new Array<number>(count).fill(0);
  for (const [i, { start }] of clips.entries()) {
    const factor = 10 ** ((gainsDb[i] ?? 0) / 10);
    const first = Math.floor(start * STEPS_PER_SECOND);
    const late = start * STEPS_PER_SECOND - first;
    for (const [k, power] of (spoken[i] ?? []).entries())
      for (const [step, share] of [
        [first + k, 1 - late],
        [first + k + 1, late],
      ] as const)
        if (step < count) steps[step] = (steps[step] as number) + share * factor * power;
  }
  return steps;
}

/** Returns one gain in dB for all speech that makes the mix as loud as the original, within the bounds. */
export function speechCorrection(background: Steps, speech: Steps, lufs: number): number {
  if (lufs < SILENT_LUFS) return 0;
  const loudnessWith = (gainDb: number) => {
    const factor = 10 ** (gainDb / 10);
    return loudnessOfSteps(speech.map((power, i) => factor * power + (background[i] ?? 0)));
  };
  let low = -MOST_CORRECTION_DB;
  let high = MOST_CORRECTION_DB;
  while (high - low > 0.02) {
    const middle = (low + high) / 2;
    if (loudnessWith(middle) < lufs) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Mean power where there is speech: a pause in a line does not make it quieter. */
function activePower(steps: Steps): number {
  const mean = meanOf(steps);
  return mean === 0 ? 0 : meanOf(steps.filter((power) => power >= mean / 10));
}

function stepsOf(steps: Steps, start: number, end: number): Steps {
  const first = stepAt(start);
  return steps.slice(first, Math.max(first + 1, stepAt(end)));
}

function stepAt(seconds: number): number {
  return Math.round(seconds * STEPS_PER_SECOND);
}

function meanOf(values: Steps): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  const half = known.length >> 1;
  const low = known[known.length % 2 === 0 ? half - 1 : half];
  const high = known[half];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
