import { InferenceSession, Tensor } from 'onnxruntime-node';
import { adaptationFeeds } from './adaptation-feeds.ts';
import { CARRIED, CONTEXT_FRAMES, decoderParts, NO_FRAMES, nextOf } from './decoder-parts.ts';
import { MARGIN_FRAMES, phasesOf, pulseTrain, whiteNoise } from './excitation.ts';
import { CURVES, curvesOf, FRAME_SIZE, statisticsOf } from './statistics.ts';

/** Output of the front, and the timbre of each part of the generator. */
export type DecoderInput = {
  frames: Float32Array;
  pitch: Float32Array;
  energy: Float32Array;
  voice: Float32Array;
  /** In the order of `ADAPTED_PARTS`. Absent: the decoder as it was taught. */
  adaptation?: Float32Array | undefined;
};

/** Half a second: short enough for the first audio, long enough for a run of the network to cost little. */
const WINDOW_FRAMES = 40;

/** The frames of an utterance to decode. A window may be as long as the utterance. */
export type Extent = { from: number; to: number; windowFrames?: number };

export type Decoder = {
  /** What the norms are told of voice and utterance. */
  told(utterance: DecoderInput): Promise<Record<string, Tensor>>;
  /** The first window is ready long before the last. Each is computed when it is read. */
  windows(utterance: DecoderInput, extent: Extent): AsyncGenerator<Float32Array>;
};

export async function loadDecoder(model: Buffer, options: InferenceSession.SessionOptions): Promise<Decoder> {
  const parts = decoderParts(model);
  const conditions = await InferenceSession.create(parts.conditions, options);
  const windows = await InferenceSession.create(parts.windows, options);
  const told = (utterance: DecoderInput) => conditions.run(conditionInputs(utterance));
  return { told, windows: (utterance, extent) => decodeWindows({ told, windows }, utterance, extent) };
}

async function* decodeWindows(
  { told: tell, windows }: Pick<Decoder, 'told'> & { windows: InferenceSession },
  utterance: DecoderInput,
  { from, to, windowFrames = WINDOW_FRAMES }: Extent,
): AsyncGenerator<Float32Array> {
  const { frames, pitch, adaptation } = utterance;
  const curves = curvesOf(pitch, utterance.energy);
  const told = await tell(utterance);
  const adapted = adaptationFeeds(adaptation);
  const phases = phasesOf(pitch);
  let carried: Record<string, Tensor> = Object.fromEntries(
    CARRIED.map((name) => [name, new Tensor('float32', new Float32Array(), NO_FRAMES)]),
  );
  let seen = from - CONTEXT_FRAMES;
  for (let first = from; first < to; first += windowFrames) {
    const end = Math.min(first + windowFrames, to);
    const sees = end + CONTEXT_FRAMES;
    const excited = { from: first - MARGIN_FRAMES, to: end + MARGIN_FRAMES };
    const made = await windows.run({
      ...{ ...told, ...adapted, ...carried },
      ...framesBetween({ frames, curves }, seen, sees),
      tone: tensorOf(pulseTrain(pitch, phases, excited)),
      noise: tensorOf(whiteNoise(excited)),
    });
    const sound = made.sound?.data;
    if (!(sound instanceof Float32Array)) throw new Error('the decoder returned no sound');
    if (!sound.every(Number.isFinite)) throw new Error('the decoder returned samples that are not finite');
    carried = Object.fromEntries(CARRIED.map((name) => [name, made[nextOf(name)] as Tensor]));
    seen = sees;
    yield sound;
  }
}

/** What the decoder is given of a stretch of the utterance, which may begin before it and end after it. */
export function framesBetween(
  { frames, curves }: Record<'frames' | 'curves', Float32Array>,
  from: number,
  to: number,
): Record<string, Tensor> {
  const inside = new Float32Array(curves.length / CURVES).fill(1);
  const rows = { frames: [frames, FRAME_SIZE], curves: [curves, CURVES], inside: [inside, 1] } as const;
  return Object.fromEntries(
    Object.entries(rows).map(([name, [values, size]]) => [
      name,
      new Tensor('float32', between(values, from * size, to * size), [1, to - from, size]),
    ]),
  );
}

function conditionInputs({ frames, pitch, energy, voice }: DecoderInput): Record<string, Tensor> {
  return { voice: tensorOf(voice), statistics: tensorOf(statisticsOf(frames, curvesOf(pitch, energy))) };
}

export function tensorOf(values: Float32Array): Tensor {
  return new Tensor('float32', values, [1, values.length]);
}

/** Reads zeros before and after the utterance. */
function between(values: Float32Array, from: number, to: number): Float32Array {
  if (from >= 0 && to <= values.length) return values.subarray(from, to);
  const wide = new Float32Array(to - from);
  const inside = values.subarray(Math.max(0, from), Math.max(0, to));
  wide.set(inside, Math.max(0, -from));
  return wide;
}
