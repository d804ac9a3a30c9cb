/**
 * Accuracy of the lip-sync models: `npm run bench:lipsync [-- --people FOLDER]`. With a folder, recordings of people
 * are downloaded into it from Debian packages and evaluated too.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createChance } from '../../engines/dsp/index.ts';
import { createDecoder, findFfmpeg, findPrlimit } from '../../engines/ffmpeg/index.ts';
import {
  createLipsEngine,
  type MouthTrack,
  trackFromAudio,
  trackFromLips,
} from '../../engines/lipsync/index.ts';
import { assembleKokoro, createKokoroEngine } from '../../engines/speech/index.ts';
import { withNoise } from '../../engines/transcription/testing/spoken.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import {
  type Agreement,
  addUp,
  closuresIn,
  compareClosures,
  compareTracks,
  NO_AGREEMENT,
} from './compare-tracks.ts';
import { createSynthesis, type LabelledSpeech, SENTENCES } from './labelled-speech.ts';
import { measureCost } from './measure-cost.ts';
import { fetchRecordings } from './people.ts';

const { values } = parseArgs({ options: { people: { type: 'string' } } });
const { modelsDir, ffmpegPath } = parseConfig(process.env);
const folder = await mkdtemp(join(tmpdir(), 'vox-lipsync-'));
const ffmpeg = await findFfmpeg(ffmpegPath, process.env);
const decodeAudio = createDecoder({ ffmpeg, prlimit: await findPrlimit(process.env), sandbox: null });
await assembleKokoro({ modelsDir });
const engine = createKokoroEngine({ modelsDir, log: silentLog });
const lips = createLipsEngine({ log: silentLog });
const synthesize = createSynthesis({ engine, decodeAudio, folder });

const MODELS: Record<string, (samples: Float32Array) => Promise<MouthTrack>> = {
  'vox-visemes': (samples) => trackFromAudio(samples, 16_000),
  'vox-lips': async (samples) => trackFromLips(await lips.analyse(samples), samples),
};

const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(0)} %`;

function line(
  name: string,
  { steps, same, closures, found, detections, correctDetections }: Agreement,
): string {
  const cells = [share(found, closures), share(correctDetections, detections), `${closures}`];
  return `| ${[name, ...(steps > 0 ? [share(same, steps)] : ['']), ...cells].join(' | ')} |`;
}

console.log(describeMachine());
console.log(
  '| audio, model | viseme accuracy | closures found | precision of closures | closures |\n|---|---|---|---|---|',
);
const recordings: LabelledSpeech[] = [];
for (const { text, voiceId } of SENTENCES) recordings.push(await synthesize(text, voiceId));
const chance = createChance(1);
const noise = Float32Array.from({ length: 160_000 }, () => chance() - chance());
const conditions = {
  'own speech': (samples: Float32Array) => samples,
  'own speech, noise at 10 dB': (samples: Float32Array) => withNoise(samples, noise, 10),
};
for (const [condition, degrade] of Object.entries(conditions))
  for (const [name, follow] of Object.entries(MODELS)) {
    let sum = NO_AGREEMENT;
    for (const { samples, truth } of recordings)
      sum = addUp(sum, compareTracks(truth, await follow(degrade(samples))));
    console.log(line(`${condition}, ${name}`, sum));
  }

if (values.people) {
  const totals = new Map<string, Agreement>();
  for (const { speaker, path, closures } of await fetchRecordings(values.people)) {
    const { samples } = await decodeAudio(path, { maxSeconds: 60 });
    for (const [name, follow] of Object.entries(MODELS)) {
      const key = `${speaker}, ${name}`;
      const compared = compareClosures(closures, closuresIn(await follow(samples)));
      totals.set(key, addUp(totals.get(key) ?? NO_AGREEMENT, { ...NO_AGREEMENT, ...compared }));
    }
  }
  for (const [key, agreement] of totals) console.log(line(key, agreement));
  for (const name of Object.keys(MODELS)) {
    const own = [...totals].filter(([key]) => key.endsWith(name)).map(([, agreement]) => agreement);
    console.log(line(`all people, ${name}`, own.reduce(addUp, NO_AGREEMENT)));
  }
}

console.log(
  `vox-lips: ${(await measureCost(recordings.map(({ samples }) => samples))).toFixed(1)} ms of one core per second of audio`,
);
await Promise.all([engine.close(), lips.close()]);
await rm(folder, { recursive: true });
