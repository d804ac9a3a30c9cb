import { fadeEdges } from '../../../../engines/dsp/index.ts';
import { FASTEST, type Fit, type FittedLine } from '../fit-lines.ts';
import { MOST_RATE } from '../line-room.ts';
import { SPEECH_RATE } from './clip-file.ts';
import { shorten } from './shorten.ts';
import { speakText } from './speak-text.ts';
import type { Speaking, Take } from './take-line.ts';

/** Listeners do not notice if a clip is shortened by this factor, or is faster by `HASTE` than it had to be. */
const SHORTENED = 1.06;
const HASTE = 1.05;
const CUT_FADE = 0.02 * SPEECH_RATE;

export type FittedClip = {
  /** The clip is as long as its place, or a little shorter. */
  samples: Float32Array;
  /** Times the usual rate. */
  rate: number;
};

/** Brings a line to the length of its place. It is spoken again if what there is would have to be changed audibly. */
export async function fitClip(call: Speaking, take: Take, place: FittedLine): Promise<FittedClip> {
  const room = Math.round((place.end - place.start) * SPEECH_RATE);
  const usual = take.usual * SPEECH_RATE;
  const samples =
    (await usableTake(take, room)) ?? (await speakAgain(call, take, { room, rate: place.rate }));
  // Beyond that it would not be understood: what is left over is cut off.
  const factor = Math.max(1, Math.min(samples.length / room, (samples.length * FASTEST) / usual));
  if (samples.length <= room * factor + 1)
    return clipOf(await shorten(samples, Math.min(room, samples.length), SPEECH_RATE), usual, place);
  const part = samples.subarray(0, Math.round(room * factor));
  const cut = (await shorten(part, room, SPEECH_RATE)).slice();
  fadeEdges(cut, { fadeIn: 0, fadeOut: CUT_FADE });
  return { samples: cut, rate: FASTEST };
}

/** The length of speech is not exactly inverse to its speed, so the rate of a clip may be a little beyond that of its place. */
const MOST: Record<Fit, number> = {
  as_spoken: 1,
  faster: MOST_RATE,
  borrowed: MOST_RATE,
  stretched: MOST_RATE,
  rushed: FASTEST,
};

function clipOf(samples: Float32Array, usual: number, { fit }: FittedLine): FittedClip {
  return { samples, rate: Math.min(Math.max(1, usual / Math.max(1, samples.length)), MOST[fit]) };
}

/** Null also if an earlier file has lost the clip. */
async function usableTake({ file, offset, length }: Take, room: number): Promise<Float32Array | null> {
  if (length > room * SHORTENED || length * HASTE < room) return null;
  return file.read(offset, length);
}

async function speakAgain(
  { engine, ...call }: Speaking,
  { text, by }: Take,
  { room, rate }: { room: number; rate: number },
): Promise<Float32Array> {
  // A place may ask for a trace more than the engine takes.
  const first = Math.min(rate, FASTEST);
  const samples = await speakText(engine, text, by, { ...call, speed: first });
  if (samples.length <= room * SHORTENED || first === FASTEST) return samples;
  const speed = Math.min(FASTEST, (first * samples.length) / room);
  return speakText(engine, text, by, { ...call, speed });
}
