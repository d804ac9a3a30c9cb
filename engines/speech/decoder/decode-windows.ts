import { InferenceSession, Tensor } from 'onnxruntime-node';
import { adaptationFeeds } from './adaptation-feeds.ts';
import { CARRIED, CONTEXT_FRAMES, decoderParts, NO_FRAMES, nextOf } from './decoder-parts.ts';
import { MARGIN_FRAMES, phasesOf, pulseTrain, whiteNoise } from './excitation.ts';
import { CURVES, curvesOf, FRAME_SIZE, statisticsOf } from './statistics.ts';

/** Output of the front, and the timbre of each part of the generator. */
type Utterance = {
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
  /** The first window is ready long before the last. Each is computed when it is read. */
  windows(utterance: Utterance, extent: Extent): AsyncGenerator<Float32Array>;
};

export async function loadDecoder(model: Buffer, options: InferenceSession.SessionOptions): Promise<Decoder> {
  const parts = decoderParts(model);
  const conditions = await InferenceSession.create(parts.conditions, options);
  const windows = await InferenceSession.create(parts.windows, options);
  return { windows: (utterance, extent) => decodeWindows({ conditions, windows }, utterance, extent) };
}

async function* decodeWindows(
  { conditions, windows }: Record<'conditions' | 'windows', InferenceSession>,
  { frames, pitch, energy, voice, adaptation }: Utterance,
  { from, to, windowFrames = WINDOW_FRAMES }: Extent,
): AsyncGenerator<Float32Array> {
  const curves = curvesOf(pitch, energy);
  const told = await conditions.run({
    voice: tensorOf(voice),
    statistics: tensorOf(statisticsOf(frames, curves)),
  });
  const adapted = adaptationFeeds(adaptation);
  const rows = {
    frames: { values: frames, size: FRAME_SIZE },
    curves: { values: curves, size: CURVES },
    inside: { values: new Float32Array(pitch.length).fill(1), size: 1 },
  };
  const phases = phasesOf(pitch);
  let carried: Record<string, Tensor> = Object.fromEntries(
    CARRIED.map((name) => [name, new Tensor('float32', new Float32Array(), NO_FRAMES)]),
  );
  let seen = from - CONTEXT_FRAMES;
  for (let first = from; first < to; first += windowFrames) {
    const end = Math.min(first + windowFrames, to);
    const feeds: Record<string, Tensor> = { ...told, ...adapted, ...carried };
    const sees = end + CONTEXT_FRAMES;
    for (const [name, { values, size }] of Object.entries(rows))
      feeds[name] = new Tensor('float32', between(values, seen * size, sees * size), [1, sees - seen, size]);
    const excited = { from: first - MARGIN_FRAMES, to: end + MARGIN_FRAMES };
    feeds.tone = tensorOf(pulseTrain(pitch, phases, excited));
    feeds.noise = tensorOf(whiteNoise(excited));
    const made = await windows.run(feeds);
    const sound = made.sound?.data;
    if (!(sound instanceof Float32Array)) throw new Error('the decoder returned no sound');
    if (!sound.every(Number.isFinite)) throw new Error('the decoder returned samples that are not finite');
    carried = Object.fromEntries(CARRIED.map((name) => [name, made[nextOf(name)] as Tensor]));
    seen = sees;
    yield sound;
  }
}

function tensorOf(values: Float32Array): Tensor {
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
