import type { SpeakerArtifact } from '../../speech/index.ts';
import { type HeardVoice, heardVector, PITCH_UNIT_LOG } from '../hearing/heard-voice.ts';
import { type Correction, learn } from './correction.ts';
import { type Engines, hearSpeaker } from './hear-speaker.ts';
import { lossOf, targetOf } from './target.ts';

export type Tried = { speaker: SpeakerArtifact; heard: HeardVoice; loss: number };

export type Search = {
  wanted: HeardVoice;
  /** Its base voice and style are where the search begins. */
  start: SpeakerArtifact;
  texts: readonly string[];
  signal?: AbortSignal | undefined;
  onRound?: ((done: number, all: number) => void) | undefined;
};

/** Real syntheses, each of all the texts; between them the surrogate is followed and corrected. */
const ROUNDS = 8;
const STEPS = { first: 150, later: 60 };
/** What it costs to go far from what was really heard. */
const TRUST = 0.02;
/** Every so many rounds the search goes back to the best. */
const RETURN_EVERY = 4;
const F0_SCALE = { min: 0.6, max: 1.7 };

/** The best that was really heard, never only believed in. */
export async function searchStyle(engines: Engines, search: Search): Promise<Tried> {
  const { wanted, start, texts, signal, onRound } = search;
  const target = targetOf(wanted);
  const descend = (style: readonly number[], correction: Correction | null) => {
    const steps = correction ? STEPS.later : STEPS.first;
    const trust = correction ? TRUST : 0;
    const descent = { style: Float32Array.from(style), target, steps, correction, trust };
    return engines.identity.descend(descent, signal);
  };
  let { style, said } = await descend(start.style, null);
  let f0Scale = scaleFor(wanted.logPitch, (said.at(-1) ?? 0) * PITCH_UNIT_LOG);
  let correction: Correction | null = null;
  let best: Tried | undefined;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const speaker = { ...start, style: [...style], f0Scale };
    const heard = await hearSpeaker(engines, speaker, texts, signal);
    const vector = heardVector(heard);
    const tried = { speaker, heard, loss: lossOf(target, vector).value };
    if (!best || tried.loss < best.loss) best = tried;
    onRound?.(round, ROUNDS);
    if (round === ROUNDS) break;
    correction = learn(
      correction,
      style,
      vector.map((value, i) => value - (said[i] as number)),
    );
    f0Scale = scaleFor(wanted.logPitch, (heard.logPitch ?? Number.NaN) - Math.log(f0Scale));
    ({ style, said } = await descend(
      round % RETURN_EVERY === 0 ? best.speaker.style : [...style],
      correction,
    ));
  }
  if (!best) throw new Error('nothing was tried');
  return best;
}

/** So that a style of pitch `own` is heard at the pitch `wanted`; 1 where one of them is unknown. */
function scaleFor(wanted: number | null, own: number): number {
  if (wanted === null || Number.isNaN(own)) return 1;
  return Math.max(F0_SCALE.min, Math.min(F0_SCALE.max, Math.exp(wanted - own)));
}
