/**
 * Adapts our decoder to kept custom voices, as the service does it, and prints what each gains and what its speech costs then.
 * `node bench/voices/judge-adaptations.ts --voices FOLDER --people FOLDER [--only NAME,NAME] [--steps 60]`
 * FOLDER has NAME.WAY.json, the speaker as the service keeps it, and gets NAME.WAY.adaptation.txt; the people's folder is that of
 * `npm run bench:voices`. The service knows one recording of each person; the likeness in the table is that to another one.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { joinSamples } from '../../engines/dsp/index.ts';
import { findVoiceWeights } from '../../engines/speaker-embedding/index.ts';
import { loadHybrid } from '../../engines/speech/decoder/hybrid.ts';
import {
  assembleKokoro,
  createEqualiser,
  createKokoroEngine,
  PRESET_VOICES,
  readAdaptation,
  readSpeaker,
  type SpeakerArtifact,
  speechFiles,
} from '../../engines/speech/index.ts';
import { createTranscriptionEngine, findTranscriptionWeights } from '../../engines/transcription/index.ts';
import { createAdaptingEngine, createCloningEngine, printCosine } from '../../engines/voice-cloning/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { createVoiceAdapter } from '../../src/library/voices/index.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { createLog } from '../../src/platform/log.ts';
import { readWave } from './speakers.ts';
import { TEXTS } from './texts.ts';

const { values } = parseArgs({
  options: {
    voices: { type: 'string' },
    people: { type: 'string' },
    only: { type: 'string' },
    steps: { type: 'string' },
  },
});
const { voices: folder, people } = values;
if (!folder || !people)
  throw new Error('usage: node bench/voices/judge-adaptations.ts --voices FOLDER --people FOLDER');
const { modelsDir } = parseConfig(process.env);
await assembleKokoro({ modelsDir });
const log = createLog({ level: 'warn' });
const weights = await findVoiceWeights({ modelsDir });
const speech = createKokoroEngine({ modelsDir, processes: 1, log });
const identity = createCloningEngine({ weights, log });
const adapting = createAdaptingEngine({ weights, modelsDir, log });
const transcription = createTranscriptionEngine({
  weights: await findTranscriptionWeights({ modelsDir }),
  log,
});
const hybrid = await loadHybrid({ ...speechFiles(modelsDir), threads: 1 });

const adapter = createVoiceAdapter({ speech, adapting, transcription });

const printOf = async (file: string) =>
  (await identity.analyse({ samples: await readWave(join(people, file)), sampleRate: 16_000 })).print;

async function likeness(
  sounds: readonly Float32Array[],
  equaliserDb: readonly number[],
  print: Float32Array,
) {
  const heard = sounds.map((sound) => {
    const equaliser = createEqualiser(equaliserDb);
    return joinSamples([equaliser.push(sound), equaliser.finish()]);
  });
  const spoken = await identity.analyse({ samples: joinSamples(heard), sampleRate: 24_000 });
  return printCosine(spoken.print, print);
}

/** Processor time for a second of speech, and the time to its first sound, by each decoder. */
async function costsOf(speaker: SpeakerArtifact, adaptation: Float32Array) {
  const texts = TEXTS.slice(5, 8);
  const ways = { generator: [0, 0], ours: [0, 0], plain: [0, 0] };
  let seconds = 0;
  for (const [round, text] of [...texts.slice(0, 1), ...texts].entries()) {
    const [utterance] = await speech.utterances({
      text,
      voiceId: speaker.baseVoice,
      speaker,
      language: 'en-US',
    });
    if (!utterance) throw new Error(`nothing is spoken of ${text}`);
    for (const [way, spent] of Object.entries(ways)) {
      const begun = process.cpuUsage();
      const startMs = performance.now();
      const given = way === 'ours' ? { ...utterance, adaptation } : utterance;
      const { windows, generated, voice } = await hybrid.prepare(given);
      let firstMs = 0;
      for await (const _ of way === 'generator' ? generated() : windows(voice))
        firstMs ||= performance.now() - startMs;
      const { user, system } = process.cpuUsage(begun);
      // The first round loads what the others find loaded.
      if (round > 0)
        spent.splice(0, 2, (spent[0] ?? 0) + (user + system) / 1e6, (spent[1] ?? 0) + firstMs / texts.length);
      if (round > 0 && way === 'plain') seconds += (voice.to - voice.from) / 80;
    }
  }
  return Object.values(ways).map(
    ([cpu = 0, firstMs = 0]) => `${(cpu / seconds).toFixed(2)}, ${firstMs.toFixed(0)} ms`,
  );
}

console.log(`${describeMachine()}\n`);
console.log(
  '| voice | likeness to the recording that it knows: generator | ours as taught | ours | to another: generator | ours | lost | similarity | lines | level, dB | words wrong | passes, with a share of what was learnt | adapted in | CPU-s per s and first sound: generator | ours | ours as taught |',
);
console.log(`|${'---|'.repeat(16)}`);
const files = (await readdir(folder))
  .filter((name) => /\.(?:matched|fitted|designed)\.json$/u.test(name))
  .sort();
for (const file of files) {
  const name = file.replace('.json', '');
  const person = name.replace(/\.\w+$/u, '');
  if (values.only && !values.only.split(',').includes(person)) continue;
  const speaker = readSpeaker(JSON.parse(await readFile(join(folder, file), 'utf8')));
  const isPerson = !name.endsWith('.designed');
  const language = PRESET_VOICES.find(({ id }) => id === speaker.baseVoice)?.language ?? 'en-US';
  const startMs = performance.now();
  const adapted = await adapter.adapt(
    { speaker, person: isPerson ? await printOf(`${person}-a.wav`) : null, languages: [language] },
    { steps: values.steps ? Number(values.steps) : undefined },
  );
  const wallSeconds = (performance.now() - startMs) / 1_000;
  const { adaptation, judgement, unadapted, cpuSeconds, sounds } = adapted;
  await writeFile(join(folder, `${name}.adaptation.txt`), adaptation);
  const { measures } = judgement;
  const three = (value: number | undefined): string => value?.toFixed(3) ?? '–';
  const other = isPerson ? await printOf(`${person}-b.wav`) : null;
  const [before, now] = other
    ? [
        await likeness(
          sounds.map(({ generator }) => generator),
          speaker.equaliserDb,
          other,
        ),
        await likeness(
          sounds.map(({ ours }) => ours),
          speaker.equaliserDb,
          other,
        ),
      ]
    : [];
  const { words } = measures;
  const cells = [
    ...[
      name,
      three(measures.likeness?.generator),
      three(unadapted.likeness?.ours),
      three(measures.likeness?.ours),
    ],
    ...[three(before), three(now), before !== undefined && now !== undefined ? three(before - now) : '–'],
    `${three(unadapted.similarity)} → ${three(measures.similarity)}`,
    `${unadapted.lines.toFixed(2)} → ${measures.lines.toFixed(2)}`,
    `${measures.levelDb.toFixed(2)}, ${measures.worstLevelDb.toFixed(2)}`,
    words ? `${words.generator} → ${words.ours} of ${words.spoken}` : '–',
    judgement.passes ? `yes, ${adapted.share}` : 'no',
    `${wallSeconds.toFixed(0)} s, ${cpuSeconds.toFixed(0)} CPU-s`,
    ...(await costsOf(speaker, readAdaptation(adaptation))),
  ];
  console.log(`| ${cells.join(' | ')} |`);
  for (const reason of judgement.reasons) console.error(`${name}: ${reason}`);
}
await Promise.all([speech, identity, adapting, transcription].map((engine) => engine.close()));
