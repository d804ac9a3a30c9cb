/**
 * How well each language is understood: the presets speak sentences that nothing was tuned on, and Whisper small writes
 * down what it hears. `npm run bench:languages -- [--languages de,nl] [--voices de_lena,if_sara] [--lists news,dialogue]
 * [--together 5] [--model whisper-base] [--show]`. It needs `./run models whisper-small`. Sentences are spoken together, as in a
 * text: a recogniser is trained on more than one at a time, and errs more on a lone one.
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
    together: { type: 'string', default: '5' },
    model: { type: 'string', default: 'whisper-small' },
    show: { type: 'boolean', default: false },
  },
});
const SENTENCES = new URL('./sentences/', import.meta.url);
const known = readdirSync(SENTENCES).map((file) => file.replace('.json', ''));
const languages = values.languages?.split(',') ?? known.filter((code) => findLanguage(code)?.code === code);
const { modelsDir } = parseConfig(process.env);
const weights = await findTranscriptionWeights({ modelsDir });
if (!weights) throw new Error('the weights are not installed');
const recognisers = await loadRecognisers(weights, await findLargerWeights({ modelsDir }));
await assembleKokoro({ modelsDir });
const engine = createKokoroEngine({ modelsDir, processes: 1, log: silentLog });

function passagesIn(language: string): string[] {
  const file = new URL(`${language}.json`, SENTENCES);
  const lists = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  const all = values.lists.split(',').flatMap((list) => lists[list] ?? []);
  const together = Number(values.together);
  return all.flatMap((_, i) => (i % together === 0 ? [all.slice(i, i + together).join(' ')] : []));
}

async function heardOf(
  text: string,
  voiceId: string,
  language: string,
): Promise<{ heard: string; seconds: number }> {
  const parts: Float32Array[] = [];
  for await (const { samples } of engine.synthesize({ text, voiceId, language }, { whole: true }))
    parts.push(samples);
  const samples = resampled(joinSamples(parts), 24_000, 16_000);
  const spokenTo = language === 'nb' ? 'no' : (language.split('-')[0] ?? language);
  const { segments } = await recognisers.anyLanguage({
    samples,
    model: values.model as AnyLanguageModel,
    language: spokenTo,
    task: 'transcribe',
  });
  return { heard: segments.map((segment) => segment.text).join(' '), seconds: samples.length / 16_000 };
}

const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(1);

console.log(`${describeMachine()}\n`);
console.log('| language | voice | passages | characters wrong, % | words wrong, % | characters per second |');
console.log('|---|---|---|---|---|---|');
for (const code of languages) {
  const language = findLanguage(code)?.code ?? (code as 'de');
  const own = VOICES.filter((voice) => voice.language === language).map(({ id }) => id);
  for (const voiceId of values.voices?.split(',') ?? own) {
    const found: Errors[] = [];
    let seconds = 0;
    for (const text of passagesIn(code)) {
      const spoken = await heardOf(text, voiceId, language);
      const errors = errorsIn(text, spoken.heard, language);
      if (values.show && errors.characters > 0) console.log(`${text}\n  ${spoken.heard}`);
      found.push(errors);
      seconds += spoken.seconds;
    }
    const { characters, ofCharacters, words, ofWords } = sum(found);
    console.log(
      `| ${language} | ${voiceId} | ${found.length} | ${percent(characters, ofCharacters)} | ${percent(words, ofWords)} | ${(ofCharacters / seconds).toFixed(1)} |`,
    );
  }
}
await engine.close();
