/**
 * Measures how the recogniser hears people: Tux Paint's stamps have a description in many languages, and people have
 * read some of them out. The presets of a language speak the same texts.
 * `node bench/languages/people.ts FOLDER [--languages ro,ru] [--stamps 30]`; FOLDER keeps the downloaded package. In other languages the readers say something
 * else than is written. It needs `./run models whisper-small`.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { createKokoroEngine } from '../../engines/speech/kokoro-engine.ts';
import type { LanguageCode } from '../../engines/speech/languages.ts';
import { VOICES } from '../../engines/speech/voices.ts';
import { assembleKokoro } from '../../engines/speech/weights.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { unpackPackage } from '../debian-package.ts';
import { errorsIn, percent, sum } from './heard.ts';
import { loadHearing } from './hearing.ts';
import { HEARD_RATE, passagesOf, type Spoken, speakSentence } from './passages.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    languages: { type: 'string', default: 'ro,ru' },
    stamps: { type: 'string', default: '30' },
  },
});
const [folder] = positionals;
if (!folder) throw new Error('usage: node bench/languages/people.ts FOLDER');

/** Figures and brackets are read out as the reader likes. */
const PLAIN = /^[\p{L}\p{M}\s,.’'-]{15,}$/u;
const { modelsDir } = parseConfig(process.env);
const stamps = join(await unpackPackage('tuxpaint-stamps-default', folder), 'usr/share/tuxpaint/stamps');
const all = readdirSync(stamps, { recursive: true, encoding: 'utf8' }).sort();
const hear = await loadHearing({ modelsDir, model: 'whisper-small' });
await assembleKokoro({ modelsDir });
const engine = createKokoroEngine({ modelsDir, processes: 1, log: silentLog });

function recordingsIn(language: string): { text: string; file: string }[] {
  const ending = `_desc_${language}.ogg`;
  const found = all
    .filter((name) => name.endsWith(ending) && all.includes(name.replace(ending, '.txt')))
    .flatMap((name) => {
      const lines = readFileSync(join(stamps, name.replace(ending, '.txt')), 'utf8');
      const text = new RegExp(`^${language}\\.utf8=(.*)$`, 'mu').exec(lines)?.[1]?.trim();
      return text && PLAIN.test(text) ? [{ text, file: join(stamps, name) }] : [];
    });
  // Neighbours are alike.
  const count = Math.min(Number(values.stamps), found.length);
  return Array.from({ length: count }, (_, i) => found[Math.floor((i * found.length) / count)]).filter(
    (one) => one !== undefined,
  );
}

async function readRecording(file: string): Promise<Float32Array> {
  const format = ['-f', 's16le', '-ac', '1', '-ar', String(HEARD_RATE), '-'];
  const { stdout } = await promisify(execFile)('ffmpeg', ['-loglevel', 'error', '-i', file, ...format], {
    encoding: 'buffer',
    maxBuffer: 2 ** 26,
  });
  return Float32Array.from({ length: stdout.length >> 1 }, (_, i) => stdout.readInt16LE(2 * i) / 32_768);
}

async function writeRow(language: LanguageCode, who: string, spoken: readonly Spoken[]): Promise<void> {
  const found = [];
  for (const passage of passagesOf(spoken))
    found.push(errorsIn(passage.text, await hear(passage, language), language));
  const { characters, ofCharacters, words, ofWords } = sum(found);
  console.log(
    `| ${language} | ${who} | ${spoken.length} | ${percent(characters, ofCharacters)} | ${percent(words, ofWords)} |`,
  );
}

console.log(`${describeMachine()}\n`);
console.log('| language | voice | texts | characters wrong, % | words wrong, % |');
console.log('|---|---|---|---|---|');
for (const code of values.languages.split(',')) {
  const language = code as LanguageCode;
  const recordings = recordingsIn(code);
  const people: Spoken[] = [];
  for (const { text, file } of recordings) people.push({ text, samples: await readRecording(file) });
  await writeRow(language, 'a person', people);
  for (const { id } of VOICES.filter((voice) => voice.language === language)) {
    const spoken: Spoken[] = [];
    for (const { text } of recordings) spoken.push(await speakSentence(engine, text, id, language));
    await writeRow(language, id, spoken);
  }
}
await engine.close();
