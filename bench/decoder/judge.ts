/**
 * Decides whether a decoder is good enough: Kokoro with its own generator in 8 bits and with our
 * decoder, each compared with Kokoro in 32 bits (with --exact; else the one with the other), on sentences of several languages and voices, and the words that our own
 * recogniser gets wrong (English). Where durations differ, sounds of different moments would be compared, so only the voice and the
 * words count there.
 * `node bench/decoder/judge.ts --sentences training/build/sentences/sentences.json [--decoder FILE.onnx]
 *   [--voices af_heart,am_adam] [--each 3] [--exact]`
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { InferenceSession } from 'onnxruntime-node';
import { joinSamples, resampled } from '../../engines/dsp/index.ts';
import { byteSettings, type Edit, inTurn, sessionOptions, widenModel } from '../../engines/onnx/index.ts';
import { findVoiceWeights, loadVoiceprints } from '../../engines/speaker-embedding/index.ts';
import { type HybridInput, loadHybrid } from '../../engines/speech/decoder/hybrid.ts';
import { DURATIONS } from '../../engines/speech/kokoro/methods.ts';
import { KOKORO_EDIT, SPEAKER_INPUTS, scalePitch } from '../../engines/speech/kokoro/model-edit.ts';
import { speakerFeeds } from '../../engines/speech/kokoro/speaker-feeds.ts';
import { createStyles, VOICES_DIR } from '../../engines/speech/kokoro/styles.ts';
import { splitTimbre } from '../../engines/speech/kokoro/timbre-parts.ts';
import { assembleKokoro, DECODER_FILE, KOKORO, readSource } from '../../engines/speech/weights.ts';
import { findTranscriptionWeights } from '../../engines/transcription/weights.ts';
import { wordErrors } from '../../engines/transcription/word-errors.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { loadRecognisers } from '../stt/recognisers.ts';
import { type Distance, distanceOf } from './measures.ts';

type Sentence = { language: string; text: string; ids: number[]; test: boolean };
type Row = { voice: string; generator: Distance; ours: Distance; otherFrames: number };
type Spoken = { samples: Float32Array; durations: number[] };

/** Decision 6 chose these: three sentences each for English voices, two for the others. */
const VOICES =
  'af_heart,af_bella,af_nicole,am_michael,am_adam,bf_emma,bm_george,ef_dora,ff_siwis,if_sara,pf_dora,hf_alpha,jf_alpha,zf_xiaoxiao';
const LANGUAGES: Record<string, string> = {
  a: 'en-US',
  b: 'en-GB',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt-BR',
  z: 'zh',
};
const SYMBOLS = { least: 38, most: 75 };
const EXACT_EDIT: Edit = {
  rewrite: (graph) => inTurn(graph, scalePitch, splitTimbre),
  domains: [],
  alsoInput: SPEAKER_INPUTS,
  alsoOutput: [DURATIONS],
};

const { values } = parseArgs({
  options: {
    decoder: { type: 'string', default: DECODER_FILE },
    sentences: { type: 'string' },
    voices: { type: 'string', default: VOICES },
    each: { type: 'string' },
    exact: { type: 'boolean', default: false },
  },
});
if (!values.sentences) throw new Error('usage: node bench/decoder/judge.ts --sentences FILE.json');
const all = JSON.parse(readFileSync(values.sentences, 'utf8')) as Sentence[];
const { modelsDir } = parseConfig(process.env);
const voiceWeights = await findVoiceWeights({ modelsDir });
const hearing = await findTranscriptionWeights({ modelsDir });
if (!voiceWeights || !hearing) throw new Error('the weights are not installed');
const prints = await loadVoiceprints(voiceWeights, sessionOptions(1));
const recognisers = await loadRecognisers(hearing);
const source = await readSource(KOKORO, modelsDir);
const whole = async (edit: Edit) => {
  const model = Buffer.concat([...widenModel(source, edit)]);
  const session = await InferenceSession.create(model, sessionOptions(1, await byteSettings()));
  return async (input: HybridInput): Promise<Spoken> => {
    const made = await session.run(speakerFeeds(input));
    const samples = made.waveform?.data;
    const durations = made[DURATIONS]?.data;
    if (!(samples instanceof Float32Array && durations instanceof Float32Array))
      throw new Error('the model returned no waveform');
    return { samples, durations: [...durations] };
  };
};
const exact = values.exact ? await whole(EXACT_EDIT) : null;
const generator = await whole(KOKORO_EDIT);
const modelFile = await assembleKokoro({ modelsDir });
const hybrid = await loadHybrid({ modelFile, decoderFile: values.decoder, threads: 1 });
const styles = createStyles(VOICES_DIR);

async function wrongWords(text: string, samples: Float32Array): Promise<number> {
  const heard = await recognisers.english({
    samples: resampled(samples, 24_000, 16_000),
    speechSeconds: 0,
    model: 'moonshine-tiny',
  });
  return wordErrors(text, heard.text).errors;
}

const shown = ({ melDb, levelDb, pitchCents, similarity }: Distance): string =>
  `${melDb.toFixed(2)} | ${levelDb.toFixed(2)} | ${pitchCents.toFixed(1)} | ${similarity.toFixed(3)}`;
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

console.log(`${describeMachine()}\n`);
console.log(
  '| voice | generator: mel, dB | level, dB | cents | similarity | ours: mel | level | cents | similarity | frames that differ |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|');
const rows: Row[] = [];
let spokenFrames = 0;
const words = { spoken: 0, exact: 0, generator: 0, ours: 0 };
for (const voice of values.voices.split(',')) {
  const language = LANGUAGES[voice[0] ?? ''] ?? '';
  const own = all.filter(
    (one) =>
      one.test &&
      one.language === language &&
      one.ids.length > SYMBOLS.least &&
      one.ids.length < SYMBOLS.most,
  );
  const count = Number(values.each ?? (language.startsWith('en') ? 3 : 2));
  const first = rows.filter((row) => row.voice[0] === voice[0]).length;
  for (const { ids, text } of own.slice(first, first + count)) {
    const style = await styles.styleFor([{ id: voice, weight: 1 }], ids.length - 2);
    const input = { ids, style, speed: 1, f0Scale: 1 };
    const served = await generator(input);
    const reference = exact ? await exact(input) : served;
    const parts: Float32Array[] = [];
    const prepared = await hybrid.prepare(input);
    for await (const part of prepared.windows()) parts.push(part);
    const made = joinSamples(parts);
    const otherFrames = reference.durations.reduce(
      (sum, frames, i) => sum + Math.abs(Math.round(frames) - Math.round(prepared.durations[i] ?? 0)),
      0,
    );
    const row = {
      voice,
      generator: await distanceOf(prints, served.samples, reference.samples),
      ours: await distanceOf(prints, made, reference.samples),
      otherFrames,
    };
    rows.push(row);
    spokenFrames += reference.durations.reduce((sum, frames) => sum + Math.round(frames), 0);
    console.log(`| ${voice} | ${shown(row.generator)} | ${shown(row.ours)} | ${otherFrames} |`);
    if (!language.startsWith('en')) continue;
    words.spoken += wordErrors(text, '').words;
    if (exact) words.exact += await wrongWords(text, reference.samples);
    words.generator += await wrongWords(text, served.samples);
    words.ours += await wrongWords(text, made);
  }
}
for (const which of ['generator', 'ours'] as const) {
  const aligned = rows.filter(({ otherFrames }) => which === 'generator' || otherFrames === 0);
  const of = (name: keyof Distance, among: readonly Row[]): number =>
    mean(among.map((row) => row[which][name]));
  const distance = {
    melDb: of('melDb', aligned),
    levelDb: of('levelDb', rows),
    pitchCents: of('pitchCents', aligned),
    similarity: of('similarity', rows),
  };
  console.log(`| all, ${which} | ${shown(distance)} |`);
}
const differing = rows.filter(({ otherFrames }) => otherFrames > 0);
console.log(
  `\nframes of 25 ms that differ from the reference: ${differing.reduce((sum, row) => sum + row.otherFrames, 0)} of ${spokenFrames}, in ${differing.length} of ${rows.length} sentences`,
);
console.log(
  `wrong words of ${words.spoken}: ${exact ? `${words.exact} in 32 bits, ` : ''}${words.generator} with the generator, ${words.ours} with ours`,
);
