/**
 * How well each language is understood: the presets speak sentences that nothing was tuned on, and Whisper small writes
 * down what it hears. `npm run bench:languages -- [--languages de,nl] [--voices de_lena,if_sara] [--lists news,dialogue]
 * [--sentences 20] [--model whisper-base] [--alone] [--show]`. It needs `./run models whisper-small`. Sentences are heard several at a
 * time, as in a text: Whisper is trained on half a minute, and errs more on a lone one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { joinSamples, resampled } from '../../src/engines/dsp/index.ts';
import { createKokoroEngine } from '../../src/engines/speech/kokoro-engine.ts';
import { findLanguage } from '../../src/engines/speech/languages.ts';
import { VOICES } from '../../src/engines/speech/voices.ts';
import { assembleKokoro } from '../../src/engines/speech/weights.ts';
import type { AnyLanguageModel } from '../../src/engines/transcription/models.ts';
import { findLargerWeights, findTranscriptionWeights } from '../../src/engines/transcription/weights.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { loadRecognisers } from '../stt/recognisers.ts';
import { type Errors, errorsIn, sum } from './heard.ts';

const { values } = parseArgs({
  options: {
    languages: { type: 'string' },
    voices: { type: 'string' },
    lists: { type: 'string', default: 'news,dialogue,numbers' },
    sentences: { type: 'string', default: '40' },
    alone: { type: 'boolean', default: false },
    model: { type: 'string', default: 'whisper-small' },
    show: { type: 'boolean', default: false },
  },
});
const [SAMPLE_RATE, HEARD_RATE] = [24_000, 16_000];
/** A little less than Whisper hears at once. */
const WINDOW_SECONDS = 28;
const REST_SECONDS = 0.4;
const SENTENCES = new URL('./sentences/', import.meta.url);
const known = readdirSync(SENTENCES).map((file) => file.replace('.json', ''));
const languages = values.languages?.split(',') ?? known.filter((code) => findLanguage(code)?.code === code);
const { modelsDir } = parseConfig(process.env);
const weights = await findTranscriptionWeights({ modelsDir });
if (!weights) throw new Error('the weights are not installed');
const recognisers = await loadRecognisers(weights, await findLargerWeights({ modelsDir }));
await assembleKokoro({ modelsDir });
const engine = createKokoroEngine({ modelsDir, processes: 1, log: silentLog });

type Spoken = { text: string; samples: Float32Array };

function sentencesIn(language: string): string[] {
  const file = new URL(`${language}.json`, SENTENCES);
  const lists = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  const all = values.lists.split(',').flatMap((list) => lists[list] ?? []);
  // From all lists alike.
  const count = Math.min(Number(values.sentences), all.length);
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] ?? '');
}

async function speak(text: string, voiceId: string, language: string): Promise<Spoken> {
  const parts: Float32Array[] = [];
  const request = { text, voiceId, language };
  for await (const { samples } of engine.synthesize(request, { whole: true })) parts.push(samples);
  return { text, samples: resampled(joinSamples(parts), SAMPLE_RATE, HEARD_RATE) };
}

/** As many sentences as the recogniser hears at once, with a rest between them. */
function passagesOf(spoken: readonly Spoken[]): Spoken[] {
  const rest = new Float32Array(REST_SECONDS * HEARD_RATE);
  const passages: Spoken[] = [];
  for (const { text, samples } of spoken) {
    const last = passages.at(-1);
    const length = (last?.samples.length ?? 0) + rest.length + samples.length;
    if (!last || values.alone || length > WINDOW_SECONDS * HEARD_RATE) passages.push({ text, samples });
    else
      passages[passages.length - 1] = {
        text: `${last.text} ${text}`,
        samples: joinSamples([last.samples, rest, samples]),
      };
  }
  return passages;
}

async function heardOf({ samples }: Spoken, language: string): Promise<string> {
  const { segments } = await recognisers.anyLanguage({
    samples,
    model: values.model as AnyLanguageModel,
    language: language === 'nb' ? 'no' : (language.split('-')[0] ?? language),
    task: 'transcribe',
  });
  return segments.map((segment) => segment.text).join(' ');
}

const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(1);

console.log(`${describeMachine()}\n`);
console.log(
  '| language | voice | sentences | characters wrong, % | words wrong, % | characters per second |',
);
console.log('|---|---|---|---|---|---|');
for (const code of languages) {
  const language = findLanguage(code)?.code ?? (code as 'de');
  const own = VOICES.filter((voice) => voice.language === language).map(({ id }) => id);
  for (const voiceId of values.voices?.split(',') ?? own) {
    const found: Errors[] = [];
    const spoken: Spoken[] = [];
    for (const text of sentencesIn(code)) spoken.push(await speak(text, voiceId, language));
    for (const passage of passagesOf(spoken)) {
      const heard = await heardOf(passage, language);
      const errors = errorsIn(passage.text, heard, language);
      if (values.show && errors.characters > 0) console.log(`${passage.text}\n  ${heard}`);
      found.push(errors);
    }
    const seconds = spoken.reduce((all, { samples }) => all + samples.length / HEARD_RATE, 0);
    const { characters, ofCharacters, words, ofWords } = sum(found);
    console.log(
      `| ${language} | ${voiceId} | ${spoken.length} | ${percent(characters, ofCharacters)} | ${percent(words, ofWords)} | ${(ofCharacters / seconds).toFixed(1)} |`,
    );
  }
}
await engine.close();
