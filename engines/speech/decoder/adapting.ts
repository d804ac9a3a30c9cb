import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { joinSamples } from '../../dsp/index.ts';
import { byteSettings, type Shape, sessionOptions } from '../../onnx/index.ts';
import type { NetworkFiles } from '../kokoro/methods.ts';
import { adaptationFeeds } from './adaptation-feeds.ts';
import { AFTER, adaptingParts, BEFORE, GRADIENT, LOSS, type SoundLoss } from './adapting-parts.ts';
import { framesBetween, tensorOf } from './decode-windows.ts';
import { CONTEXT_FRAMES, NO_FRAMES, ROWS, SOUND } from './decoder-parts.ts';
import { MARGIN_FRAMES, phasesOf, pulseTrain, whiteNoise } from './excitation.ts';
import { loadHybrid } from './hybrid.ts';
import { type Adapting, REACH } from './lessons.ts';
import { curvesOf, FRAME_SIZE } from './statistics.ts';

/** The models are built in memory: they are needed for minutes only, so files are not worth keeping. */
export async function openAdapting(loss: SoundLoss, files: NetworkFiles): Promise<Adapting> {
  const hybrid = await loadHybrid(files);
  const model = await readFile(files.decoderFile);
  const settings = await byteSettings();
  const parts = adaptingParts(model, loss);
  const inBytes = sessionOptions(files.threads, settings);
  // Weights are widened once, when the session is made, instead of in each run.
  const exact = sessionOptions(files.threads, { ...settings, disable_quant_qdq: '1' });
  const rows = await InferenceSession.create(parts.rows, inBytes);
  const gradient = await InferenceSession.create(parts.gradient, exact);
  return {
    async lesson(given) {
      const prepared = await hybrid.prepare(given);
      const sound = joinSamples(await all(prepared.generated()));
      const input = prepared.utterance;
      const curves = curvesOf(input.pitch, input.energy);
      const told = await hybrid.decoder.told(input);
      const frames = input.pitch.length;
      const seen = framesBetween({ frames: input.frames, curves }, -CONTEXT_FRAMES, frames + CONTEXT_FRAMES);
      const made = await rows.run({ ...seen, ...only(told, BEFORE.told), ...nothing(BEFORE.carried) });
      return { frames, sound, input, phases: phasesOf(input.pitch), told, rows: floats(made, ROWS) };
    },
    async gradient({ rows, told, input, phases }, { from, to, noiseFrom }, adaptation, given) {
      const excited = { from: from - MARGIN_FRAMES, to: to + MARGIN_FRAMES };
      const noisy = { from: noiseFrom, to: noiseFrom + excited.to - excited.from };
      const near = rows.subarray(from * FRAME_SIZE, (to + 2 * REACH) * FRAME_SIZE);
      const made = await gradient.run({
        [ROWS]: new Tensor('float32', near, [1, near.length / FRAME_SIZE, FRAME_SIZE]),
        ...only(told, AFTER.told),
        ...nothing(AFTER.carried),
        ...adaptationFeeds(adaptation),
        ...shaped(loss.given, given),
        tone: tensorOf(pulseTrain(input.pitch, phases, excited)),
        noise: tensorOf(whiteNoise(noisy)),
      });
      const [value = Number.NaN] = floats(made, LOSS);
      return { sound: floats(made, SOUND), loss: value, gradient: floats(made, GRADIENT) };
    },
    speak: async ({ input, frames }, adaptation) =>
      joinSamples(await all(hybrid.decoder.windows({ ...input, adaptation }, { from: 0, to: frames }))),
  };
}

function only(tensors: Record<string, Tensor>, names: readonly string[]): Record<string, Tensor> {
  return Object.fromEntries(names.map((name) => [name, tensors[name] as Tensor]));
}

function nothing(names: readonly string[]): Record<string, Tensor> {
  return Object.fromEntries(
    names.map((name) => [name, new Tensor('float32', new Float32Array(), NO_FRAMES)]),
  );
}

function shaped(
  shapes: Readonly<Record<string, Shape>>,
  given: Readonly<Record<string, Float32Array>>,
): Record<string, Tensor> {
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => {
      const values = given[name];
      if (!values) throw new Error(`the loss was not given ${name}`);
      return [name, new Tensor('float32', values, shape.map(Number))];
    }),
  );
}

function floats(made: Readonly<Record<string, Tensor>>, name: string): Float32Array {
  const values = made[name]?.data;
  if (!(values instanceof Float32Array)) throw new Error(`the model returned no ${name}`);
  if (!values.every(Number.isFinite)) throw new Error(`the model's ${name} is not finite`);
  return values;
}

async function all(parts: AsyncIterable<Float32Array>): Promise<Float32Array[]> {
  const read: Float32Array[] = [];
  for await (const part of parts) read.push(part);
  return read;
}
