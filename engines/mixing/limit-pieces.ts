import { fromDecibels, joinSamples, limitingCurve, truePeak } from '../dsp/index.ts';
import { FILM_RATE } from './types.ts';

/** A little under the −1 dBTP that is promised, for rounding and other meters. */
const HIGHEST = fromDecibels(-1.1);
const CEILING = fromDecibels(-1.2);
/** The gain of a sample depends on the sound so far around it, to less than a step of 16 bits. */
const CONTEXT_FRAMES = FILM_RATE;
/** A gain that moves bends the wave between samples, and a rare peak is not seen at first. */
const ROUNDS = 5;

/** The pieces with their true peaks at −1 dB at the most. Where they are lower anyway, they stay as they are. */
export async function* limitPieces(
  pieces: AsyncIterable<readonly Float32Array[]>,
): AsyncGenerator<Float32Array[]> {
  /** Holds unlimited sound: the context that was already handed on, up to `done`, then what was not. */
  let held: Float32Array[] = [];
  let done = 0;
  for await (const piece of pieces) {
    held = piece.map((channel, c) => joinSamples([held[c] ?? new Float32Array(), channel]));
    const frames = held[0]?.length ?? 0;
    const until = frames - CONTEXT_FRAMES;
    if (until <= done) continue;
    yield limited(held).map((channel) => channel.slice(done, until));
    const kept = Math.max(0, until - CONTEXT_FRAMES);
    held = held.map((channel) => channel.slice(kept));
    done = until - kept;
  }
  if ((held[0]?.length ?? 0) > done) yield limited(held).map((channel) => channel.slice(done));
}

function limited(channels: readonly Float32Array[]): Float32Array[] {
  let made = [...channels];
  let ceiling = CEILING;
  for (let round = 0; round < ROUNDS; round += 1) {
    const peak = truePeak(made);
    if (peak <= HIGHEST) break;
    // Peaks that were missed are seen under a lower ceiling.
    if (round > 0) ceiling *= CEILING / peak;
    const curve = limitingCurve(made, FILM_RATE, ceiling);
    if (curve) made = made.map((channel) => channel.map((sample, i) => sample * (curve[i] as number)));
  }
  return made;
}
