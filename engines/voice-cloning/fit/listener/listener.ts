import type { ModelNode } from '../../../onnx/index.ts';
import type { XVectorNetwork } from '../../../speaker-embedding/index.ts';
import { PRINT_SIZE, SPECTRUM_BANDS, type VoiceFeatures } from '../../../speaker-embedding/index.ts';
import type { Listener } from '../../../speech/index.ts';
import {
  ARTICULATION_ERROR,
  ARTICULATION_INPUTS,
  type Articulation,
  articulation,
  articulationInputs,
  LEVELS,
} from './articulation.ts';
import { cepstra } from './cepstra.ts';
import { joined } from './part.ts';
import { print } from './print.ts';
import { SPEECH_MASK, spectrum } from './spectrum.ts';
import { numberTensor } from './windows.ts';

/** Weight of one decibel of spectrum error relative to the cosine. */
const SPECTRUM_WEIGHT = 0.02;
/** Weight of the articulation error relative to the cosine. With less, words suffer before the voice is similar. */
const ARTICULATION_WEIGHT = 2;
/** Keeps the slope finite where the spectrum matches exactly. The unit is dB squared. */
const LEAST_ERROR = 1e-4;

export const LIKENESS = 'likeness';
export const SPECTRUM_ERROR = 'spectrum_error';

export type Wanted = Pick<VoiceFeatures, 'print' | 'spectrumDb' | 'bands'>;

/** Inputs of the listener: the features of the target voice, and the original articulation. */
export function givenFor(wanted: Wanted, original: Articulation): Record<string, Float32Array> {
  const count = wanted.bands.reduce((sum, weight) => sum + weight, 0);
  const bands = wanted.bands.map((weight) => weight / count);
  const level = wanted.spectrumDb.reduce((sum, db, band) => sum + db * (bands[band] ?? 0), 0);
  const spectrum = wanted.spectrumDb.map((db) => db - level);
  return { wanted_print: wanted.print, wanted_spectrum: spectrum, bands, ...articulationInputs(original) };
}

/** Measures how similar a sound is to the target voice, and whether its articulation is unchanged. */
export function listenerWith(network: XVectorNetwork): Listener {
  const compared = {
    nodes: COMPARED,
    tensors: [
      numberTensor('spectrum_weight', SPECTRUM_WEIGHT),
      numberTensor('articulation_weight', ARTICULATION_WEIGHT),
      numberTensor('least_error', LEAST_ERROR),
    ],
  };
  return {
    ...joined(cepstra(), print(network), spectrum(), articulation(), compared),
    sound: 'sound',
    given: {
      wanted_print: [1, PRINT_SIZE, 1],
      wanted_spectrum: [1, 1, SPECTRUM_BANDS],
      bands: [1, 1, SPECTRUM_BANDS],
      ...ARTICULATION_INPUTS,
    },
    loss: 'loss',
    outputs: [LIKENESS, SPECTRUM_ERROR, ARTICULATION_ERROR, LEVELS],
    detached: [SPEECH_MASK],
  };
}

const COMPARED: readonly ModelNode[] = [
  { operator: 'Mul', inputs: ['print', 'wanted_print'], output: 'print_product' },
  { operator: 'ReduceSum', inputs: ['print_product'], output: LIKENESS },
  { operator: 'Sub', inputs: ['spectrum', 'wanted_spectrum'], output: 'spectrum_away' },
  { operator: 'Mul', inputs: ['spectrum_away', 'spectrum_away'], output: 'spectrum_squares' },
  { operator: 'Mul', inputs: ['spectrum_squares', 'bands'], output: 'spectrum_counted' },
  { operator: 'ReduceSum', inputs: ['spectrum_counted'], output: 'spectrum_power' },
  { operator: 'Add', inputs: ['spectrum_power', 'least_error'], output: 'spectrum_some' },
  { operator: 'Sqrt', inputs: ['spectrum_some'], output: SPECTRUM_ERROR },
  { operator: 'Mul', inputs: [SPECTRUM_ERROR, 'spectrum_weight'], output: 'spectrum_loss' },
  { operator: 'Mul', inputs: [ARTICULATION_ERROR, 'articulation_weight'], output: 'articulation_loss' },
  { operator: 'Sub', inputs: ['spectrum_loss', LIKENESS], output: 'voice_loss' },
  { operator: 'Add', inputs: ['voice_loss', 'articulation_loss'], output: 'loss' },
];
