/**
 * Word errors and CPU time of every transcription model on recordings of people, as they are and over a telephone line:
 * `npm run bench:hearing [-- --folder FOLDER --minutes 4 --model NAME]`. FOLDER keeps the recordings and what was
 * measured, so that several short runs add up. The larger models must be installed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseModels, isEnglishModel, MODELS, SMALL_MODELS } from '../../engines/transcription/models.ts';
import { transcribeWith } from '../../engines/transcription/transcribe.ts';
import { findLargerWeights, findTranscriptionWeights } from '../../engines/transcription/weights.ts';
import { wordErrors } from '../../engines/transcription/word-errors.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { loadRecognisers } from '../stt/recognisers.ts';
import { type Band, type Recording, readRecordings } from './recordings.ts';

const RATE = 16_000;
const BANDS: readonly Band[] = ['original', 'telephone'];
const options = {
  folder: { type: 'string' },
  minutes: { type: 'string' },
  model: { type: 'string' },
} as const;
const { values } = parseArgs({ options });
const { modelsDir, dataDir } = parseConfig(process.env);
const folder = values.folder ?? join(dataDir, 'bench-hearing');
const endsAtMs = performance.now() + 60_000 * Number(values.minutes ?? 60);

const recordings = await readRecordings(folder);
const weights = await findTranscriptionWeights({ modelsDir });
if (!weights) throw new Error('the transcription weights are not installed');
const larger = await findLargerWeights({ modelsDir });
const recognisers = await loadRecognisers(weights, larger);

type Result = { text: string; errors: number; words: number; seconds: number; cpuSeconds: number };
const resultsPath = join(folder, 'results.json');
const results: Record<string, Result> = existsSync(resultsPath)
  ? JSON.parse(readFileSync(resultsPath, 'utf8'))
  : {};

/** Some of the texts lack accents, so none are compared. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

async function measure({ language, text, sounds }: Recording, model: string, band: Band): Promise<Result> {
  const samples = sounds[band];
  const before = process.cpuUsage();
  const request = { samples, language };
  const transcript = await transcribeWith(recognisers, request, chooseModels(model, SMALL_MODELS)).catch(
    (error: Error) => ({ text: `[${error.name}]` }),
  );
  const { user, system } = process.cpuUsage(before);
  return {
    text: transcript.text,
    ...wordErrors(folded(text), folded(transcript.text)),
    seconds: samples.length / RATE,
    cpuSeconds: (user + system) / 1e6,
  };
}

const fits = (model: string, { language }: Recording): boolean => !isEnglishModel(model) || language === 'en';
const tasks = MODELS.filter((model) => !values.model || model === values.model).flatMap((model) =>
  BANDS.flatMap((band) =>
    recordings
      .filter((recording) => fits(model, recording))
      .map((recording) => ({ model, band, recording, key: `${model} ${band} ${recording.id}` })),
  ),
);
let loaded = '';
for (const { model, band, recording, key } of tasks.filter((task) => !results[task.key])) {
  if (performance.now() > endsAtMs) break;
  // Loading is not part of the first measurement.
  if (loaded !== model) await measure(recording, model, band);
  loaded = model;
  const result = await measure(recording, model, band);
  results[key] = result;
  writeFileSync(resultsPath, JSON.stringify(results, null, 1));
  console.log(`${key}: ${result.errors}/${result.words} ${result.cpuSeconds.toFixed(1)} s ${result.text}`);
}

console.log(`\n${describeMachine()}\n`);
const languages = [...new Set(recordings.map(({ language }) => language))];
console.log(`| model, band | recordings | words | all | ${languages.join(' | ')} | CPU-s per s |`);
console.log(`|${'---|'.repeat(languages.length + 5)}`);
for (const model of MODELS)
  for (const band of BANDS) {
    const some = tasks.filter((task) => task.model === model && task.band === band && results[task.key]);
    const of = (language?: string) =>
      some
        .filter(({ recording }) => !language || recording.language === language)
        .flatMap(({ key }) => results[key] ?? []);
    const sum = (list: Result[], field: 'errors' | 'words' | 'seconds' | 'cpuSeconds') =>
      list.reduce((total, one) => total + one[field], 0);
    const rate = (list: Result[]) =>
      list.length === 0 ? '' : `${((100 * sum(list, 'errors')) / sum(list, 'words')).toFixed(1)} %`;
    const cost = (sum(of(), 'cpuSeconds') / sum(of(), 'seconds')).toFixed(2);
    const cells = [
      `${model}, ${band}`,
      some.length,
      sum(of(), 'words'),
      rate(of()),
      ...languages.map((one) => rate(of(one))),
    ];
    if (some.length > 0) console.log(`| ${cells.join(' | ')} | ${cost} |`);
  }
console.log(`\nresident: ${Math.round(process.memoryUsage.rss() / 1e6)} MB`);
