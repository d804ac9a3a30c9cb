/**
 * Similarity of cloned voices to their speakers, for people and presets that none of our networks was
 * trained on: `npm run bench:voices [-- --people FOLDER] [--results FILE] [--ways preset,instant,professional] [--only NAME,…]`.
 * FOLDER caches the recordings, which come from Debian packages; FILE caches the results.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { assembleKokoro } from '../../engines/speech/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { fetchPeople } from './fetch-people.ts';
import { openKeptFitting } from './kept-fitting.ts';
import { measureSpeaker } from './measure-speaker.ts';
import { openResults, WAYS } from './results.ts';
import { speakersOf } from './speakers.ts';
import { openStudio } from './studio.ts';
import { accuracyList, tableOf } from './table.ts';
import { verifyMeasures } from './verify-measures.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string' },
    results: { type: 'string' },
    ways: { type: 'string' },
    only: { type: 'string' },
  },
});
const { modelsDir, dataDir } = parseConfig(process.env);
const folder = values.people ?? join(dataDir, 'bench-voices');
const only = values.only?.split(',');
const requested = values.ways?.split(',');
const unknown = requested?.find((name) => !WAYS.some((way) => way === name));
if (unknown) throw new Error(`"${unknown}" is none of the ways ${WAYS.join(', ')}`);
const ways = WAYS.filter((way) => !requested || requested.includes(way));

await fetchPeople(folder);
await assembleKokoro({ modelsDir });
const path = values.results ?? join(folder, 'results.jsonl');
const results = await openResults(path);
const kept = await openKeptFitting(`${path}.fitting`);
const studio = await openStudio(modelsDir);
const speakers = speakersOf(studio, folder).filter(({ name }) => !only || only.includes(name));
for (const speaker of speakers) {
  await measureSpeaker({ studio, results, kept }, speaker, ways);
  console.error(`${speaker.name} measured`);
}
const people = speakers.filter(({ kind }) => kind === 'person');
const accuracy = people.length > 1 ? `\n${accuracyList(await verifyMeasures(studio, people))}` : '';
await studio.close();

const wanted = results.all.filter(({ speaker }) => speakers.some(({ name }) => name === speaker));
console.log(
  `${describeMachine()}\nFirst measured: ${wanted.at(0)?.machine}\nLast: ${wanted.at(-1)?.machine}\n`,
);
console.log('Nearest preset / instant / professional (the same speaker in another recording).\n');
console.log(tableOf(wanted));
console.log(accuracy);
