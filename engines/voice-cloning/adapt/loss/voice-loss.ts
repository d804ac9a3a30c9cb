import type { XVectorNetwork } from '../../../speaker-embedding/index.ts';
import type { SoundLoss } from '../../../speech/index.ts';
import { formulasOn } from './formulas.ts';
import { speakerLoss } from './speaker-loss.ts';
import { spectralLoss } from './spectral-loss.ts';

/** One second, in frames of 1/80 s. */
export const LESSON_FRAMES = 80;
export const LESSON_SAMPLES = LESSON_FRAMES * 300;
/** 25 ms of 24 kHz, every 10 ms. */
const FRAME_SAMPLES = 600;
const HOP_SAMPLES = 240;
const HEARD_FRAMES = Math.floor((LESSON_SAMPLES - FRAME_SAMPLES) / HOP_SAMPLES) + 1;
/** Of the root mean square of speech, as the network of speakers expects it. */
const SPEECH_RMS = 0.08;
/** Share of the power of the loudest frame. Fainter ones, by 30 dB, are pauses. */
const QUIET = 1e-3;

/** How far a second of speech is from the generator's. */
export function voiceLoss(network: XVectorNetwork): SoundLoss {
  return {
    given: { real: [1, 1, LESSON_SAMPLES], gain: [1], spoken: [1, 1, HEARD_FRAMES] },
    write(tape, { sound, harmonic }) {
      const formulas = formulasOn(tape);
      const [made, alone] = [sound, harmonic].map((name) => formulas.shaped(name, [1, 1, -1])) as [
        string,
        string,
      ];
      const sounds = { made, harmonic: alone, real: 'real' };
      const heard = { gain: 'gain', spoken: 'spoken', frames: HEARD_FRAMES };
      return formulas.add(
        spectralLoss(formulas, sounds, LESSON_SAMPLES),
        speakerLoss(formulas, network, sounds, heard),
      );
    },
  };
}

/** Inputs of the loss for a second of the generator's sound. */
export function lossInputs(real: Float32Array): Record<string, Float32Array> {
  const powers = Float32Array.from({ length: HEARD_FRAMES }, (_, frame) => {
    const samples = real.subarray(frame * HOP_SAMPLES, frame * HOP_SAMPLES + FRAME_SAMPLES);
    return samples.reduce((sum, value) => sum + value * value, 0) / FRAME_SAMPLES;
  });
  const faintest = Math.max(...powers) * QUIET;
  const spoken = powers.map((power) => (power > faintest ? 1 : 0));
  const count = spoken.reduce((sum, one) => sum + one, 0);
  const power = powers.reduce((sum, one, i) => sum + one * (spoken[i] ?? 0), 0) / Math.max(1, count);
  const gain = SPEECH_RMS / Math.sqrt(Math.max(1e-8, power));
  return { real, gain: Float32Array.of(gain), spoken };
}
