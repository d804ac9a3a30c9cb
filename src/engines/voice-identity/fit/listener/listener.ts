import type { ModelNode } from '../../../onnx-model/index.ts';
import type { Listener } from '../../../speech/index.ts';
import { type HeardVoice, PRINT_SIZE } from '../../hearing/heard-voice.ts';
import { BANDS } from '../../hearing/long-term-spectrum.ts';
import type { XVectorNetwork } from '../../x-vector-network.ts';
import { cepstra } from './cepstra.ts';
import { joined } from './part.ts';
import { print } from './print.ts';
import { SPEECH_MASK, spectrum } from './spectrum.ts';
import { numberTensor } from './windows.ts';

/** What a decibel of the spectrum weighs against a cosine. */
const SPECTRUM_WEIGHT = 0.02;
/** In dB squared, so that a spectrum which is met exactly has a slope. */
const LEAST_ERROR = 1e-4;

export const LIKENESS = 'likeness';
export const SPECTRUM_ERROR = 'spectrum_error';

export type Wanted = Pick<HeardVoice, 'print' | 'spectrumDb' | 'bands'>;

/** What the listener is given: the voice that is wanted, as it was heard. */
export function givenFor(wanted: Wanted): Record<string, Float32Array> {
  const count = wanted.bands.reduce((sum, weight) => sum + weight, 0);
  const bands = wanted.bands.map((weight) => weight / count);
  const level = wanted.spectrumDb.reduce((sum, db, band) => sum + db * (bands[band] ?? 0), 0);
  const spectrum = wanted.spectrumDb.map((db) => db - level);
  return { wanted_print: wanted.print, wanted_spectrum: spectrum, bands };
}

/** Hears how like the wanted voice a sound is. */
export function listenerWith(network: XVectorNetwork): Listener {
  const compared = {
    nodes: COMPARED,
    tensors: [numberTensor('spectrum_weight', SPECTRUM_WEIGHT), numberTensor('least_error', LEAST_ERROR)],
  };
  return {
    ...joined(cepstra(), print(network), spectrum(), compared),
    sound: 'sound',
    given: {
      wanted_print: [1, PRINT_SIZE, 1],
      wanted_spectrum: [1, 1, BANDS],
      bands: [1, 1, BANDS],
    },
    loss: 'loss',
    outputs: [LIKENESS, SPECTRUM_ERROR],
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
  { operator: 'Sub', inputs: ['spectrum_loss', LIKENESS], output: 'loss' },
];
