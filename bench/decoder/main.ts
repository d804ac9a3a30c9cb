/**
 * Kokoro with its own generator and with our decoder, in one run: CPU time, first audio, and how far the audio of the one is
 * from that of the other: `npm run bench:decoder [-- --decoder FILE.onnx] [--threads 1]`. `training/decoder/build.sh export`
 * writes FILE; the default is the one that the service uses.
 */
import { parseArgs } from 'node:util';
import { InferenceSession } from 'onnxruntime-node';
import { joinSamples } from '../../engines/dsp/index.ts';
import { byteSettings, sessionOptions, widenModel } from '../../engines/onnx/index.ts';
import { findVoiceWeights, loadVoiceprints } from '../../engines/speaker-embedding/index.ts';
import { type HybridInput, loadHybrid } from '../../engines/speech/decoder/hybrid.ts';
import { KOKORO_EDIT } from '../../engines/speech/kokoro/model-edit.ts';
import { speakerFeeds } from '../../engines/speech/kokoro/speaker-feeds.ts';
import { createStyles, VOICES_DIR } from '../../engines/speech/kokoro/styles.ts';
import { tokenIds } from '../../engines/speech/kokoro/vocabulary.ts';
import { assembleKokoro, DECODER_FILE, KOKORO, readSource } from '../../engines/speech/weights.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { distanceOf } from './measures.ts';
import { SENTENCES } from './sentences.ts';

const { values } = parseArgs({
  options: {
    decoder: { type: 'string', default: DECODER_FILE },
    threads: { type: 'string', default: '1' },
  },
});
const { modelsDir } = parseConfig(process.env);
const threads = Number(values.threads);
const voiceWeights = await findVoiceWeights({ modelsDir });
if (!voiceWeights) throw new Error('the weights are not installed');
const prints = await loadVoiceprints(voiceWeights, sessionOptions(1));
const whole = await InferenceSession.create(
  Buffer.concat([...widenModel(await readSource(KOKORO, modelsDir), KOKORO_EDIT)]),
  sessionOptions(threads, await byteSettings()),
);
const modelFile = await assembleKokoro({ modelsDir });
const hybrid = await loadHybrid({ modelFile, decoderFile: values.decoder, threads });
const styles = createStyles(VOICES_DIR);

type Spoken = { samples: Float32Array; firstMs: number; cpuSeconds: number };

async function measured(speak: () => AsyncGenerator<Float32Array>): Promise<Spoken> {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const parts: Float32Array[] = [];
  let firstMs = 0;
  for await (const part of speak()) {
    firstMs ||= performance.now() - startedMs;
    parts.push(part);
  }
  const { user, system } = process.cpuUsage(before);
  return { samples: joinSamples(parts), firstMs, cpuSeconds: (user + system) / 1e6 };
}

async function* byModel(input: HybridInput): AsyncGenerator<Float32Array> {
  const samples = (await whole.run(speakerFeeds(input))).waveform?.data;
  if (!(samples instanceof Float32Array)) throw new Error('the model returned no waveform');
  yield samples;
}

async function* byHybrid(input: HybridInput): AsyncGenerator<Float32Array> {
  yield* (await hybrid.prepare(input)).windows();
}

console.log(`${describeMachine()}\n`);
console.log(
  '| voice | s | first audio, ms: generator / ours | CPU-s per s: generator / ours | mel, dB | level, dB | pitch, cents | similarity |',
);
console.log('|---|---|---|---|---|---|---|---|');
const sums = { seconds: 0, generator: 0, ours: 0 };
for (const [turn, { voice, phonemes }] of [...SENTENCES.slice(0, 1), ...SENTENCES].entries()) {
  const ids = tokenIds(phonemes);
  const style = await styles.styleFor([{ id: voice, weight: 1 }], ids.length - 2);
  const input = { ids, style, speed: 1, f0Scale: 1 };
  const generator = await measured(() => byModel(input));
  const ours = await measured(() => byHybrid(input));
  // The first run of a session allocates its memory.
  if (turn === 0) continue;
  const seconds = generator.samples.length / 24_000;
  const { melDb, levelDb, pitchCents, similarity } = await distanceOf(
    prints,
    ours.samples,
    generator.samples,
  );
  const figures = [
    voice,
    seconds.toFixed(1),
    `${generator.firstMs.toFixed(0)} / ${ours.firstMs.toFixed(0)}`,
    `${(generator.cpuSeconds / seconds).toFixed(3)} / ${(ours.cpuSeconds / seconds).toFixed(3)}`,
    melDb.toFixed(2),
    levelDb.toFixed(2),
    pitchCents.toFixed(1),
    similarity.toFixed(3),
  ];
  console.log(`| ${figures.join(' | ')} |`);
  sums.seconds += seconds;
  sums.generator += generator.cpuSeconds;
  sums.ours += ours.cpuSeconds;
}
console.log(
  `\nCPU-s per s of audio: ${(sums.generator / sums.seconds).toFixed(3)} with the generator, ${(sums.ours / sums.seconds).toFixed(3)} with our decoder`,
);
