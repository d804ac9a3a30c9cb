import { type ModelNode, nodeOf } from '../../../onnx/index.ts';
import { frameLayers, type XVectorNetwork } from '../../../speaker-embedding/index.ts';
import { cepstra } from '../../fit/listener/cepstra.ts';
import type { Formulas } from './formulas.ts';
import type { Sounds } from './spectral-loss.ts';

/** Six times what taught the decoder: without it a voice comes no nearer for those who tell speakers apart. */
const WEIGHTS = { layers: 12, embedding: 18 };
const LEAST_VARIANCE = 1e-8;

/** Level of the speech, which the network expects, and frames of 10 ms that are speech: of the real sound, for both. */
export type Heard = { gain: string; spoken: string; frames: number };

/**
 * How far a sound is from the generator's for the network by which the service tells speakers apart: its layers frame by frame, and
 * its embedding over the window, in which the noise of single frames averages out. As `training/decoder/speaker.py`.
 */
export function speakerLoss(
  formulas: Formulas,
  network: XVectorNetwork,
  sounds: Pick<Sounds, 'made' | 'real'>,
  heard: Heard,
): string {
  const { add, sub, mul, div, abs, sum } = formulas;
  const hear = hearing(formulas, network, heard);
  const [made, real] = [hear(sounds.made), hear(sounds.real)];
  const away = made.layers.map((own, i) => {
    const wanted = real.layers[i] ?? { values: '', weights: '' };
    const changes = sum(mul(abs(sub(own.values, wanted.values)), wanted.weights));
    return div(changes, add(sum(mul(wanted.values, wanted.weights)), 1e-3));
  });
  const layers = mul(
    away.reduce((total, one) => add(total, one)),
    WEIGHTS.layers / away.length,
  );
  const unlike = mul(sum(mul(made.embedding, real.embedding)), -WEIGHTS.embedding);
  return add(add(layers, unlike), WEIGHTS.embedding);
}

type Layer = { values: string; weights: string };

function hearing(formulas: Formulas, { layers, head }: XVectorNetwork, { gain, spoken, frames }: Heard) {
  const { tape, add, sub, mul, div, sqrt, sum, square, times } = formulas;
  const cepstral = cepstra();
  const stacked = frameLayers(layers);
  const constants = new Map(
    [...cepstral.tensors, ...stacked.tensors].map(
      (tensor) => [tensor.name, formulas.constant(tensor)] as const,
    ),
  );
  const { rows, columns, values } = head.matrix;
  const weights = tape.floatConstant(values, [rows, columns, 1]);
  const bias = tape.floatConstant(head.bias);
  /** Writes nodes and returns what they are called here. */
  const write = (nodes: readonly ModelNode[], known: Record<string, string>): Map<string, string> => {
    const names = new Map([...constants, ...Object.entries(known)]);
    for (const node of nodes) {
      const { op, inputs, attributes } = nodeOf(node);
      const given = inputs.map((name) => names.get(name) ?? name);
      names.set(node.output, tape.node(op, given, attributes));
    }
    return names;
  };
  const inner = (lost: number): string => times(spoken, lost, frames - lost);
  const average = (x: string, counted: string): string =>
    div(sum(mul(x, counted), 2), add(sum(counted), 1e-6));
  return (sound: string): { layers: Layer[]; embedding: string } => {
    const features = write(cepstral.nodes, { sound: mul(sound, gain) }).get('cepstra') ?? '';
    const centred = sub(features, average(features, spoken));
    const made = write(stacked.nodes, { features: centred });
    let lost = 0;
    const heardBy = layers.map(({ taps, dilation }, i): Layer => {
      lost += ((taps - 1) / 2) * dilation;
      const name = i === layers.length - 1 ? 'frames' : `rectified${i}`;
      return { values: made.get(name) ?? '', weights: inner(lost) };
    });
    const last = heardBy.at(-1) ?? { values: '', weights: '' };
    const mean = average(last.values, last.weights);
    const deviation = sqrt(add(average(square(sub(last.values, mean)), last.weights), LEAST_VARIANCE));
    const pooled = tape.node('Concat', [mean, deviation], { axis: { int: 1 } });
    const raw = tape.node('Conv', [pooled, weights, bias], { kernel_shape: { ints: [1] } });
    return { layers: heardBy, embedding: div(raw, sqrt(sum(square(raw)))) };
  };
}
