/**
 * Judges whether custom voices keep their likeness with our decoder: kept voices spoken by Kokoro's generator and by
 * ours, each compared with a recording of the person that nothing was matched to (target: ours within 0.02).
 * `node bench/decoder/judge-clones.ts --voices FOLDER --people FOLDER [--decoder FILE.onnx] [--offsets 1,1.2]`
 * FOLDER has NAME.WAY.json, the speaker as the service keeps it, and gets NAME.WAY.generator.f32, made once; the
 * people's folder is that of `npm run bench:voices`. `--offsets`: factors on the timbre offsets, for ours only.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { joinSamples, resampled } from '../../engines/dsp/index.ts';
import { sessionOptions } from '../../engines/onnx/index.ts';
import {
  extractVoiceFeatures,
  findVoiceWeights,
  loadVoiceprints,
} from '../../engines/speaker-embedding/index.ts';
import { loadHybrid } from '../../engines/speech/decoder/hybrid.ts';
import { readSpeaker, type SpeakerArtifact } from '../../engines/speech/index.ts';
import { createEqualiser } from '../../engines/speech/kokoro/equaliser.ts';
import { createStyles, VOICES_DIR } from '../../engines/speech/kokoro/styles.ts';
import { tokenIds } from '../../engines/speech/kokoro/vocabulary.ts';
import { planSegments } from '../../engines/speech/plan.ts';
import { createPools } from '../../engines/speech/pools.ts';
import { readRequest } from '../../engines/speech/read-request.ts';
import { phonemesOf } from '../../engines/speech/sounds.ts';
import { assembleKokoro, DECODER_FILE } from '../../engines/speech/weights.ts';
import { printCosine } from '../../engines/voice-cloning/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { createLog } from '../../src/platform/log.ts';
import { readWave } from '../voices/speakers.ts';
import { TEXTS } from '../voices/texts.ts';
import { distanceOf } from './measures.ts';

const SENTENCES = 5;
const LANGUAGE = 'en-US';

const { values } = parseArgs({
  options: {
    voices: { type: 'string' },
    people: { type: 'string' },
    decoder: { type: 'string', default: DECODER_FILE },
    offsets: { type: 'string', default: '1' },
  },
});
const { voices: folder, people } = values;
if (!folder || !people)
  throw new Error('usage: node bench/decoder/judge-clones.ts --voices FOLDER --people FOLDER');
const { modelsDir } = parseConfig(process.env);
const weights = await findVoiceWeights({ modelsDir });
if (!weights) throw new Error('the weights of the x-vector are not installed');
const prints = await loadVoiceprints(weights, sessionOptions(1));
const modelFile = await assembleKokoro({ modelsDir });
const hybrid = await loadHybrid({ modelFile, decoderFile: values.decoder, threads: 1 });
const styles = createStyles(VOICES_DIR);
const pools = createPools({ modelsDir, processes: 1, log: createLog({ level: 'warn' }) });

async function segmentsOf(text: string) {
  const { sentences } = await readRequest({ text, voiceId: 'af_heart' });
  const segments = sentences.map(async (sentence) => {
    const clauses = sentence.clauses.map(({ words }) => words.map(({ spoken }) => spoken));
    const spoken = await pools.language.call('phonemize', { language: LANGUAGE, clauses });
    return planSegments(sentence, spoken.clauses, { opens: false, isLast: true });
  });
  return (await Promise.all(segments)).flat();
}

type By = 'generator' | 'ours';

async function spoken(speaker: SpeakerArtifact, by: By): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  for (const { sounds, rate } of segments) {
    const style = await styles.speakerStyle(speaker, sounds.length);
    const { f0Scale, pace, timbreOffsets, equaliserDb } = speaker;
    const ids = tokenIds(phonemesOf(sounds));
    const prepared = await hybrid.prepare({ ids, style, speed: rate * pace, f0Scale, timbreOffsets });
    const equaliser = createEqualiser(equaliserDb);
    for await (const part of by === 'ours' ? prepared.windows() : prepared.generated())
      parts.push(equaliser.push(part));
    parts.push(equaliser.finish());
  }
  return joinSamples(parts);
}

/** The generator takes far longer and always makes the same, so its sound is kept. */
async function generatedOnce(speaker: SpeakerArtifact, file: string): Promise<Float32Array> {
  const kept = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (kept) return new Float32Array(new Uint8Array(kept).buffer);
  const sound = await spoken(speaker, 'generator');
  await writeFile(file, new Uint8Array(sound.buffer, sound.byteOffset, sound.byteLength));
  return sound;
}

const printOf = async (samples: Float32Array) => (await extractVoiceFeatures(prints, samples)).print;
const at16kHz = (samples: Float32Array) => resampled(samples, 24_000, 16_000);

const segments = (await Promise.all(TEXTS.slice(0, SENTENCES).map(segmentsOf))).flat();
console.log(`${describeMachine()}\n`);
console.log(
  '| voice | offsets × | generator | ours | lost | ours from generator: similarity | level, dB | mel, dB |',
);
console.log('|---|---|---|---|---|---|---|---|');
const files = (await readdir(folder)).filter((name) => /\.(?:matched|fitted)\.json$/u.test(name)).sort();
for (const file of files) {
  const speaker = readSpeaker(JSON.parse(await readFile(join(folder, file), 'utf8')));
  const name = file.replace('.json', '');
  const person = name.replace(/\.\w+$/u, '');
  const wanted = await printOf(await readWave(join(people, `${person}-b.wav`)));
  const generated = await generatedOnce(speaker, join(folder, `${name}.generator.f32`));
  const before = printCosine(await printOf(at16kHz(generated)), wanted);
  const own = speaker.timbreOffsets;
  for (const factor of own ? values.offsets.split(',').map(Number) : [1]) {
    const moved = own ? { ...speaker, timbreOffsets: own.map((value) => value * factor) } : speaker;
    const ours = await spoken(moved, 'ours');
    const now = printCosine(await printOf(at16kHz(ours)), wanted);
    const { similarity, levelDb, melDb } = await distanceOf(prints, ours, generated);
    const figures = [before, now, before - now, similarity].map((value) => value.toFixed(3));
    console.log(
      `| ${name} | ${factor} | ${figures.join(' | ')} | ${levelDb.toFixed(2)} | ${melDb.toFixed(2)} |`,
    );
  }
}
await pools.close();
