/**
 * Measures whether removing noise brings a noisy recording closer to its speaker:
 * `npm run bench:denoising [-- --people FOLDER] [--results FILE] [--only NAME,…] [--clones KIND:SNR,…]`.
 * FOLDER caches the recordings of `bench:voices`, FILE the results. `--clones` also makes instant clones from the noisy and
 * from the cleaned recording, and compares them with the clean one.
 */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDenoisingEngine, findDenoisingWeights } from '../../engines/denoising/index.ts';
import { joinSamples } from '../../engines/dsp/index.ts';
import { withNoise } from '../../engines/transcription/testing/spoken.ts';
import { cleanedReport, matchVoice, printCosine } from '../../engines/voice-cloning/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { fetchPeople } from '../voices/fetch-people.ts';
import { meanOf } from '../voices/means.ts';
import { PEOPLE } from '../voices/people.ts';
import { readWave } from '../voices/speakers.ts';
import { openStudio } from '../voices/studio.ts';
import { TEXTS } from '../voices/texts.ts';
import { NOISES, type Noise, noiseOf } from './noises.ts';

const RATE = 16_000;
/** A sample of an instant clone is as long. */
const SECONDS = 8;
const SNRS_DB = [20, 15, 10, 5];

type Result = {
  person: string;
  kind: Noise | 'none';
  snrDb: number;
  /** Cosine to the clean recording, and to another recording of the person. */
  clean: { noisy: number; cleaned: number };
  other: { noisy: number; cleaned: number };
  refused: { noisy: string[]; cleaned: string[] };
  clone?: { noisy: number; cleaned: number };
};

const { values } = parseArgs({
  options: {
    people: { type: 'string' },
    results: { type: 'string' },
    only: { type: 'string' },
    clones: { type: 'string', default: '' },
  },
});
const { modelsDir, dataDir } = parseConfig(process.env);
const folder = values.people ?? join(dataDir, 'bench-voices');
const file = values.results ?? join(folder, 'denoising.jsonl');
const only = values.only?.split(',');
await fetchPeople(folder);
const names = PEOPLE.map(({ name }) => name);
const others = await Promise.all(names.map((name) => readWave(join(folder, `${name}-b.wav`))));
const studio = await openStudio(modelsDir);
const { identity } = studio;
const denoising = createDenoisingEngine({
  weights: await findDenoisingWeights({ modelsDir }),
  log: silentLog,
});

const printOf = async (samples: Float32Array) =>
  (await identity.analyse({ samples, sampleRate: RATE })).print;
const check = (samples: Float32Array) => identity.check({ samples, sampleRate: RATE });
const codes = ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code);

async function clonePrint(samples: Float32Array): Promise<Float32Array> {
  const speaker = await matchVoice(studio.learning('person'), { samples, language: 'en' });
  return printOf(joinSamples(await studio.speak(speaker, TEXTS.slice(0, 2))));
}

async function measure(person: string, kind: Result['kind'], snrDb: number): Promise<Result> {
  const index = names.indexOf(person);
  const sound = (await readWave(join(folder, `${person}-a.wav`))).slice(0, SECONDS * RATE);
  const own = await printOf(sound);
  const other = await printOf(others[index] ?? sound);
  const noisy =
    kind === 'none'
      ? sound
      : withNoise(sound, noiseOf(kind, SECONDS, index + 1, others.toSpliced(index, 1)), snrDb);
  const cleaned = await denoising.clean(noisy);
  const before = await printOf(noisy);
  const after = await printOf(cleaned);
  const uploaded = await check(noisy);
  const isCloned = values.clones.split(',').includes(`${kind}:${snrDb}`);
  const ofBoth = (target: Float32Array, prints: Float32Array[]) => {
    const [one = 0, two = 0] = prints.map((print) => printCosine(print, target));
    return { noisy: one, cleaned: two };
  };
  return {
    person,
    kind,
    snrDb,
    clean: ofBoth(own, [before, after]),
    other: ofBoth(other, [before, after]),
    refused: { noisy: codes(uploaded), cleaned: codes(cleanedReport(uploaded, await check(cleaned))) },
    ...(isCloned && { clone: ofBoth(other, [await clonePrint(noisy), await clonePrint(cleaned)]) }),
  };
}

const kept = await readFile(file, 'utf8').catch(() => '');
const results = kept.split('\n').flatMap((line): Result[] => (line ? [JSON.parse(line)] : []));
const wanted = names
  .filter((name) => !only || only.includes(name))
  .flatMap((person) => [
    { person, kind: 'none' as const, snrDb: Number.POSITIVE_INFINITY },
    ...SNRS_DB.flatMap((snrDb) => NOISES.map((kind) => ({ person, kind, snrDb }))),
  ]);
for (const { person, kind, snrDb } of wanted) {
  if (results.some((one) => one.person === person && one.kind === kind && (one.snrDb ?? snrDb) === snrDb))
    continue;
  const result = await measure(person, kind, snrDb);
  results.push(result);
  await appendFile(file, `${JSON.stringify(result)}\n`);
}
await Promise.all([studio.close(), denoising.close()]);

console.log(`${describeMachine()}\n`);
console.log(
  '| noise | SNR | people | to the clean recording | to another recording | refused | instant clone |',
);
console.log('|---|---|---|---|---|---|---|');
for (const kind of ['none', ...NOISES])
  for (const snrDb of kind === 'none' ? [null] : SNRS_DB) {
    const some = results.filter((one) => one.kind === kind && (snrDb === null || one.snrDb === snrDb));
    if (some.length === 0) continue;
    const cell = (of: (one: Result) => { noisy: number; cleaned: number } | undefined) => {
      const pairs = some.flatMap((one) => of(one) ?? []);
      if (pairs.length === 0) return '';
      const means = [pairs.map(({ noisy }) => noisy), pairs.map(({ cleaned }) => cleaned)].map(meanOf);
      return means.map((mean) => mean.toFixed(2)).join(' → ');
    };
    const refused = (of: (one: Result) => string[]) => some.filter((one) => of(one).length > 0).length;
    const refusals = `${refused((one) => one.refused.noisy)} → ${refused((one) => one.refused.cleaned)}`;
    const cells = [
      kind,
      snrDb ?? '',
      some.length,
      cell((one) => one.clean),
      cell((one) => one.other),
      refusals,
    ];
    console.log(`| ${[...cells, cell((one) => one.clone)].join(' | ')} |`);
  }
