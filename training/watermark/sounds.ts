/**
 * Speech, music and effects by our own engines, as WAV files: `node sounds.ts FOLDER SECONDS_OF_SPEECH SECONDS_OF_MUSIC`.
 *
 * FOLDER gets `learn/{speech,music,effects}` and `held-out/{speech,music,effects}`. No voice, sentence, prompt or seed is in
 * both. Files that exist are not made again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WANTED } from '../../bench/sound/effects-demands.ts';
import { PROMPTS } from '../../bench/sound/music-prompts.ts';
import { openStudio } from '../../bench/sound/music-studio.ts';
import { encodeWav } from '../../engines/codec/index.ts';
import { SAMPLE_RATE as MUSIC_RATE } from '../../engines/music/performance/stereo.ts';
import { readPrompt } from '../../engines/sound-effects/prompt/read-prompt.ts';
import { SAMPLE_RATE as EFFECTS_RATE, renderEffect } from '../../engines/sound-effects/render.ts';
import { createKokoroEngine, PRESET_VOICES } from '../../engines/speech/index.ts';
import { markSettings } from '../../engines/watermark/index.ts';
import { silentLog } from '../../src/platform/log.ts';

const HELD_OUT_VOICES = new Set([
  'af_bella',
  'af_sky',
  'am_fenrir',
  'am_liam',
  'bf_emma',
  'bm_lewis',
  'ef_dora',
  'jm_kumo',
  'zf_xiaoni',
  'pm_santa',
  'de_jonas',
  'tr_elif',
]);

const [folder = '', speechSeconds = '1800', musicSeconds = '900'] = process.argv.slice(2);
if (!folder) throw new Error('Where should the sounds go?');

await speak();
await play();
renderEffects();

async function speak(): Promise<void> {
  const engine = createKokoroEngine({
    modelsDir: process.env.MODELS_DIR ?? 'data/models',
    marks: markSettings({ isOn: false }),
    log: silentLog,
  });
  const { sampleRate } = engine.capabilities;
  const rounds = [...PRESET_VOICES.keys()].flatMap((index) =>
    [0, 1, 2, 3].map((round) => ({ index, round })),
  );
  rounds.sort((a, b) => a.round - b.round);
  let madeSeconds = 0;
  for (const { index, round } of rounds) {
    const voice = PRESET_VOICES[index];
    if (!voice || madeSeconds > Number(speechSeconds)) break;
    const set = HELD_OUT_VOICES.has(voice.id) ? 'held-out' : 'learn';
    const path = pathOf(set, 'speech', `${voice.id}-${round}`);
    if (existsSync(path)) continue;
    const chunks: Float32Array[] = [];
    const request = { text: textFor(voice.language, set, index + round * 5), voiceId: voice.id };
    for await (const { samples } of engine.synthesize(request)) chunks.push(samples);
    writeFileSync(path, encodeWav(chunks, sampleRate));
    madeSeconds += chunks.reduce((sum, { length }) => sum + length, 0) / sampleRate;
  }
  await engine.close();
}

function textFor(language: string, set: string, start: number): string {
  const code = language.startsWith('en') ? 'en' : language;
  const lists: Record<string, string[]> = JSON.parse(
    readFileSync(`bench/languages/sentences/${code}.json`, 'utf8'),
  );
  const { tuning = [], news = [], dialogue = [], numbers = [] } = lists;
  const sentences = set === 'learn' ? [...tuning, ...dialogue, ...numbers] : news;
  return [0, 1, 2].map((i) => sentences[(start * 3 + i) % sentences.length]).join(' ');
}

async function play(): Promise<void> {
  const studio = await openStudio();
  let madeSeconds = 0;
  for (const seed of [1, 2, 3]) {
    for (const [index, { prompt, seconds }] of PROMPTS.entries()) {
      if (madeSeconds > Number(musicSeconds)) return;
      const path = pathOf(index % 6 === 5 ? 'held-out' : 'learn', 'music', `${index}-${seed}`);
      if (existsSync(path)) continue;
      const { mono } = studio({ prompt, seconds: Math.max(seconds, 8), seed: seed * 77 });
      writeFileSync(path, encodeWav([mono], MUSIC_RATE));
      madeSeconds += seconds;
    }
  }
}

function renderEffects(): void {
  for (const [index, prompt] of Object.keys(WANTED).entries()) {
    const read = readPrompt(prompt, undefined);
    if (!read) throw new Error(`No effect is near "${prompt}".`);
    const set = index % 6 === 5 ? 'held-out' : 'learn';
    for (const seed of set === 'learn' ? [5, 6, 7, 8, 9] : [5]) {
      const path = pathOf(set, 'effects', `${index}-${seed}`);
      if (existsSync(path)) continue;
      const { channels } = renderEffect(read.plan, { seed, loop: false });
      const [left, right] = channels as [Float32Array, Float32Array];
      const mono = left.map((sample, i) => (sample + (right[i] ?? 0)) / 2);
      writeFileSync(path, encodeWav([mono], EFFECTS_RATE));
    }
  }
}

function pathOf(set: string, kind: string, name: string): string {
  const parent = join(folder, set, kind);
  mkdirSync(parent, { recursive: true });
  return join(parent, `${name}.wav`);
}
