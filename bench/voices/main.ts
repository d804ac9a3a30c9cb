/**
 * How like a voice the matched one is, for people and presets that no network of ours was trained on: `npm run
 * bench:voices [-- --people FOLDER] [--only NAME,NAME…]`. FOLDER keeps the recordings, which come out of Debian's packages.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { assembleKokoro, presetSpeaker, type SpeakerArtifact } from '../../src/engines/speech/index.ts';
import { matchVoice } from '../../src/engines/voice-identity/index.ts';
import { presetStyles } from '../../src/engines/voice-identity/match/presets.ts';
import { printCosine } from '../../src/engines/voice-identity/match/target.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { describeMachine } from '../machine.ts';
import { equalErrorRate } from './equal-error-rate.ts';
import { fetchPeople } from './fetch-people.ts';
import { type Judgement, judge } from './judge.ts';
import { HELD_OUT, type Speaker, speakersOf } from './speakers.ts';
import { openStudio, type Studio } from './studio.ts';

const { values } = parseArgs({ options: { people: { type: 'string' }, only: { type: 'string' } } });
const { modelsDir, dataDir } = parseConfig(process.env);
const folder = values.people ?? join(dataDir, 'bench-voices');
const only = values.only?.split(',');
await fetchPeople(folder);
await assembleKokoro({ modelsDir });
const studio = await openStudio(modelsDir);
const styles = [...(await presetStyles()).values()];
const mean = Float32Array.from({ length: 256 }, (_, i) =>
  styles.reduce((sum, style) => sum + (style[i] ?? 0) / styles.length, 0),
);

/** Without the presets that play the unknown speaker. */
function withoutHeldOut({ identity, ...rest }: Studio): Studio {
  const nearestVoices = async (print: Float32Array) =>
    (await identity.nearestVoices(print)).filter(({ voiceId }) => !HELD_OUT.includes(voiceId));
  return { ...rest, identity: { ...identity, nearestVoices } };
}

type Ways = {
  prints: { seen: Float32Array; unseen: Float32Array };
  ceiling: number;
  seconds: number;
  ways: Record<'preset' | 'instant', Judgement>;
};

async function measure(speaker: Speaker): Promise<Ways> {
  const engines = speaker.kind === 'person' ? studio : withoutHeldOut(studio);
  const hear = (samples: Float32Array) => engines.identity.hear({ samples, sampleRate: 16_000 });
  const [seen, unseen] = [await hear(speaker.seen), await hear(speaker.unseen)];
  const [nearest] = await engines.identity.nearestVoices(seen.print);
  if (!nearest) throw new Error('there are no presets');
  const beganMs = performance.now();
  const instant = await matchVoice(engines, { samples: speaker.seen, language: 'en' });
  const seconds = (performance.now() - beganMs) / 1_000;
  const judged = (artifact: SpeakerArtifact) => judge(studio, artifact, speaker, mean);
  return {
    prints: { seen: seen.print, unseen: unseen.print },
    ceiling: printCosine(seen.print, unseen.print),
    seconds,
    ways: { preset: await judged(await presetSpeaker(nearest.voiceId)), instant: await judged(instant) },
  };
}

const two = (value: number): string => value.toFixed(2);
const wordRate = ({ errors, words }: Pick<Judgement, 'errors' | 'words'>): string =>
  `${((100 * errors) / words).toFixed(1)} %`;
const cells = (of: (one: Judgement) => string, { preset, instant }: Ways['ways']): string =>
  `${of(preset)} / ${of(instant)}`;

console.log(`${describeMachine()}\n\nPreset that is nearest / instant match.\n`);
console.log('| speaker | same speaker | cosine | second measure | spectrum dB | word errors | s |');
console.log('|---|---|---|---|---|---|---|');
const all: (Ways & { kind: Speaker['kind'] })[] = [];
const isWanted = (name: string) => !only || only.includes(name);
for (const speaker of await speakersOf(studio, folder, isWanted)) {
  const found = await measure(speaker);
  all.push({ ...found, kind: speaker.kind });
  const { ceiling, seconds, ways } = found;
  console.log(
    `| ${speaker.name} | ${two(ceiling)} | ${cells((one) => two(one.cosine), ways)} | ${cells((one) => two(one.second), ways)} | ${cells((one) => one.spectrumDb.toFixed(1), ways)} | ${cells(wordRate, ways)} | ${seconds.toFixed(0)} |`,
  );
}
for (const kind of ['person', 'held-out voice'] as const) {
  const some = all.filter((one) => one.kind === kind);
  if (some.length === 0) continue;
  const mean = (of: (one: Ways) => number) => some.reduce((sum, one) => sum + of(one), 0) / some.length;
  const means = (key: 'cosine' | 'second' | 'spectrumDb') =>
    `${two(mean(({ ways }) => ways.preset[key]))} / ${two(mean(({ ways }) => ways.instant[key]))}`;
  const total = (way: 'preset' | 'instant') => ({
    errors: some.reduce((sum, { ways }) => sum + ways[way].errors, 0),
    words: some.reduce((sum, { ways }) => sum + ways[way].words, 0),
  });
  const better = some.filter(({ ways }) => ways.instant.second > ways.preset.second).length;
  console.log(
    `| **${some.length} × ${kind}** | ${two(mean((one) => one.ceiling))} | ${means('cosine')} | ${means('second')}, better for ${better} | ${means('spectrumDb')} | ${wordRate(total('preset'))} / ${wordRate(total('instant'))} | ${mean((one) => one.seconds).toFixed(0)} |`,
  );
}
const pairs = all.flatMap((one, i) =>
  all.map((other, j) => ({ isSame: i === j, likeness: printCosine(one.prints.seen, other.prints.unseen) })),
);
const likenesses = (isSame: boolean) =>
  pairs.filter((pair) => pair.isSame === isSame).map(({ likeness }) => likeness);
const { rate, threshold } = equalErrorRate(likenesses(true), likenesses(false));
console.log(
  `\nSame or another speaker, by the x-vector: equal error rate ${(100 * rate).toFixed(1)} % at a cosine of ${two(threshold)} (${likenesses(true).length} pairs of the same, ${likenesses(false).length} of others).`,
);
await studio.close();
