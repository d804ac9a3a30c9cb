/**
 * Measures how well each language is understood: the presets speak sentences that nothing was tuned on, and Whisper
 * small writes down what it hears.
 * `npm run bench:languages -- [--languages de,nl] [--voices de_lena,if_sara] [--lists news,dialogue] [--sentences 20]
 * [--model whisper-base] [--alone] [--show]`. It needs `./run models whisper-small`.
 * Sentences are heard several at a time, as in a text: Whisper is trained on half a minute, and errs more on a lone
 * one. `--keep FOLDER` writes what is spoken into files instead of hearing it, for training/languages/hear.py on a
 * machine with a GPU; `--heard FILE.jsonl` counts what that heard.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createKokoroEngine } from '../../engines/speech/kokoro-engine.ts';
import { findLanguage, type LanguageCode } from '../../engines/speech/languages.ts';
import { VOICES } from '../../engines/speech/voices.ts';
import { assembleKokoro } from '../../engines/speech/weights.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { type Errors, errorsIn, percent, sum } from './heard.ts';
import { loadHearing } from './hearing.ts';
import { HEARD_RATE, passagesOf, type Spoken, speakSentence } from './passages.ts';

const { values } = parseArgs({
  options: {
    languages: { type: 'string' },
    voices: { type: 'string' },
    lists: { type: 'string', default: 'news,dialogue,numbers' },
    sentences: { type: 'string', default: '40' },
    alone: { type: 'boolean', default: false },
    model: { type: 'string', default: 'whisper-small' },
    show: { type: 'boolean', default: false },
    keep: { type: 'string' },
    heard: { type: 'string' },
  },
});
const SENTENCES = new URL('./sentences/', import.meta.url);
const known = readdirSync(SENTENCES).map((file) => file.replace('.json', ''));
const languages = values.languages?.split(',') ?? known.filter((code) => findLanguage(code)?.code === code);
const { modelsDir } = parseConfig(process.env);

type Passage = { language: LanguageCode; voice: string; sentences: number; seconds: number; text: string };
type Heard = Passage & { heard: string };

function sentencesIn(language: string): string[] {
  const file = new URL(`${language}.json`, SENTENCES);
  const lists = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  const all = values.lists.split(',').flatMap((list) => lists[list] ?? []);
  // Each list gives its share.
  const count = Math.min(Number(values.sentences), all.length);
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] ?? '');
}

/** Yields what each voice speaks. */
async function* spokenByVoice(): AsyncGenerator<{ passage: Passage; samples: Float32Array }[]> {
  await assembleKokoro({ modelsDir });
  const engine = createKokoroEngine({ modelsDir, processes: 1, log: silentLog });
  for (const code of languages) {
    const language = findLanguage(code)?.code ?? (code as 'de');
    const own = VOICES.filter((voice) => voice.language === language).map(({ id }) => id);
    for (const voice of values.voices?.split(',') ?? own) {
      const spoken: Spoken[] = [];
      for (const text of sentencesIn(code)) spoken.push(await speakSentence(engine, text, voice, language));
      const seconds = spoken.reduce((all, { samples }) => all + samples.length / HEARD_RATE, 0);
      const facts = { language, voice, sentences: spoken.length, seconds };
      const passages = values.alone ? spoken : passagesOf(spoken);
      yield passages.map(({ text, samples }) => ({ passage: { ...facts, text }, samples }));
    }
  }
  await engine.close();
}

/** Samples of 16 bits at 16 kHz, and what they say. */
async function keepSpoken(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for await (const spoken of spokenByVoice()) {
    for (const [i, { passage, samples }] of spoken.entries()) {
      const name = join(folder, `${passage.language}-${passage.voice}-${i}`);
      writeFileSync(
        `${name}.pcm`,
        Int16Array.from(samples, (sample) => Math.round(sample * 32_767)),
      );
      writeFileSync(`${name}.json`, JSON.stringify(passage));
    }
    console.log(`${spoken[0]?.passage.voice}: ${spoken.length} passages`);
  }
}

async function* heardByVoice(): AsyncGenerator<Heard[]> {
  const hear = await loadHearing({ modelsDir, model: values.model });
  for await (const spoken of spokenByVoice()) {
    const heard: Heard[] = [];
    for (const { passage, samples } of spoken)
      heard.push({ ...passage, heard: await hear({ text: passage.text, samples }, passage.language) });
    yield heard;
  }
}

function* heardElsewhere(file: string): Generator<Heard[]> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const all = lines.map((line) => JSON.parse(line) as Heard);
  const byVoice = Map.groupBy(all, ({ language, voice }) => `${language} ${voice}`);
  for (const name of [...byVoice.keys()].sort()) yield byVoice.get(name) ?? [];
}

async function writeTable(voices: AsyncIterable<Heard[]> | Iterable<Heard[]>): Promise<void> {
  console.log(`${describeMachine()}\n`);
  console.log(
    '| language | voice | sentences | characters wrong, % | words wrong, % | characters per second |',
  );
  console.log('|---|---|---|---|---|---|');
  for await (const passages of voices) {
    const found: Errors[] = [];
    for (const { text, heard, language } of passages) {
      const errors = errorsIn(text, heard, language);
      if (values.show && errors.characters > 0) console.log(`${text}\n  ${heard}`);
      found.push(errors);
    }
    const { language, voice, sentences, seconds = 0 } = passages[0] ?? {};
    const { characters, ofCharacters, words, ofWords } = sum(found);
    console.log(
      `| ${language} | ${voice} | ${sentences} | ${percent(characters, ofCharacters)} | ${percent(words, ofWords)} | ${(ofCharacters / seconds).toFixed(1)} |`,
    );
  }
}

if (values.keep) await keepSpoken(values.keep);
else await writeTable(values.heard ? heardElsewhere(values.heard) : heardByVoice());
