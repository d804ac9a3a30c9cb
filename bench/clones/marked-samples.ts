/**
 * npm run bench:marked-samples -- [--voices am_michael,…] [--samples unmarked,marked,noisy] [--rounds N]
 *
 * Instant clones of presets, from speech that was made here: without the mark, with it, and with white noise 50 dB below instead, which shows how
 * much a search gives something else for no reason. The clone is compared with other sentences of the preset. Cloning knows none of the presets.
 */
import { parseArgs } from 'node:util';
import { createChance, gaussian, joinSamples, resampled } from '../../engines/dsp/index.ts';
import {
  assembleKokoro,
  createKokoroEngine,
  presetSpeaker,
  type SpeakerArtifact,
} from '../../engines/speech/index.ts';
import { matchVoice, printCosine } from '../../engines/voice-cloning/index.ts';
import { markSettings, openMarks } from '../../engines/watermark/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { openStudio } from '../voices/studio.ts';
import { TEXTS } from '../voices/texts.ts';

const MADE_RATE = 24_000;
const RATE = 16_000;
const SECONDS = 16;
const LANGUAGE = 'en';
const OTHERS = TEXTS.slice(-3);
/** 50 dB below. */
const NOISE = 0.00316;

const { values } = parseArgs({
  options: {
    voices: { type: 'string', default: 'am_michael,bf_isabella,af_bella,bm_george,af_sky,am_onyx' },
    samples: { type: 'string', default: 'unmarked,marked' },
    rounds: { type: 'string' },
  },
});
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
const { modelsDir } = parseConfig(process.env);
await assembleKokoro({ modelsDir });
const studio = await openStudio(modelsDir);
const engines = studio.learning('held-out voice');
const speech = createKokoroEngine({ modelsDir, marks: markSettings({ isOn: false }), log: silentLog });
const marks = await openMarks(markSettings());
const SAMPLES: Record<string, (sound: Float32Array) => Promise<Float32Array>> = {
  unmarked: async (sound) => sound,
  marked: async (sound) => {
    const marker = marks.open();
    return joinSamples([await marker.push(sound), await marker.finish()]);
  },
  noisy: async (sound) => {
    const chance = createChance(2);
    const rms = Math.sqrt(sound.reduce((sum, x) => sum + x * x, 0) / sound.length);
    return sound.map((x) => x + NOISE * rms * gaussian(chance));
  },
};

console.log(`${describeMachine()}\n`);
console.log(
  '| voice | sample | its print and the unmarked one’s | score | clone and other sentences of the voice | the voice and them |\n|---|---|---|---|---|---|',
);
for (const voice of values.voices.split(',')) {
  const speaker = await presetSpeaker(voice);
  const made = (await speak(speaker, TEXTS.slice(0, -OTHERS.length))).slice(0, SECONDS * MADE_RATE);
  const others = await printOf(resampled(await speak(speaker, OTHERS), MADE_RATE, RATE));
  const own = await printOf(resampled(made, MADE_RATE, RATE));
  for (const name of values.samples.split(',')) {
    const sample = resampled((await SAMPLES[name]?.(made)) ?? made, MADE_RATE, RATE);
    const likeness = printCosine(await printOf(sample), own);
    const clone = await matchVoice(engines, { samples: sample, language: LANGUAGE }, { rounds });
    const cloned = await printOf(resampled(await speak(clone, OTHERS), MADE_RATE, RATE));
    const cells = [
      likeness,
      clone.score ?? Number.NaN,
      printCosine(cloned, others),
      printCosine(own, others),
    ];
    console.log(`| ${[voice, name, ...cells.map((cell) => cell.toFixed(3))].join(' | ')} |`);
  }
}
console.log(`\n${describeMachine()}`);
await speech.close();
await studio.close();

/** Nothing that is spoken here is marked. */
async function speak(speaker: SpeakerArtifact, texts: readonly string[]): Promise<Float32Array> {
  const chunks: Float32Array[] = [];
  for (const text of texts)
    for await (const { samples } of speech.synthesize({
      text,
      voiceId: speaker.baseVoice,
      speaker,
      language: 'en-US',
    }))
      chunks.push(samples);
  return joinSamples(chunks);
}

async function printOf(samples: Float32Array): Promise<Float32Array> {
  return (await studio.identity.analyse({ samples, sampleRate: RATE })).print;
}
