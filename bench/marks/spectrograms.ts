/**
 * npm run bench:mark-pictures -- FOLDER
 *
 * Draws what the mark does to ten sounds into docs/provenance: without it, with it, and the difference 20 dB louder, from left to right, all by one
 * scale. FOLDER is what `training/watermark/sounds.ts` wrote; the effects are made here.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWav } from '../../engines/codec/index.ts';
import { readPrompt } from '../../engines/sound-effects/prompt/read-prompt.ts';
import { SAMPLE_RATE as EFFECTS_RATE, renderEffect } from '../../engines/sound-effects/render.ts';
import { markSettings, openMarks } from '../../engines/watermark/index.ts';
import { encodePng } from '../sound/png.ts';
import { drawSpectrogram, type Picture, tiled } from '../sound/spectrogram.ts';

const WIDTH = 300;
const HEIGHT = 200;
const SECONDS = 4;
/** 20 dB. */
const ENLARGED = 10;
const TARGET = new URL('../../docs/provenance/', import.meta.url).pathname;
const SPEECH = ['af_bella-0', 'am_fenrir-0', 'de_jonas-0', 'jm_kumo-0', 'zf_xiaoni-0'];
const MUSIC = ['5-1', '17-1', '29-1'];
const EFFECTS = { rain: 'heavy rain', door: 'a wooden door creaks' };

type Sound = { name: string; samples: Float32Array; rate: number };

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder that training/watermark/sounds.ts wrote.');
const marks = await openMarks(markSettings());
mkdirSync(TARGET, { recursive: true });
const sounds = [
  ...SPEECH.map((name) => fromFile('speech', name)),
  ...MUSIC.map((name) => fromFile('music', name)),
  ...Object.entries(EFFECTS).map(([name, prompt]) => effect(name, prompt)),
];
for (const { name, samples, rate } of sounds) {
  const { channels } = await marks.whole({ channels: [samples], sampleRate: rate });
  const marked = channels[0] ?? samples;
  const difference = marked.map((x, i) => ENLARGED * (x - (samples[i] ?? 0)));
  const { top } = drawSpectrogram(samples, rate, WIDTH, HEIGHT);
  const draw = (sound: Float32Array): Picture => drawSpectrogram(sound, rate, WIDTH, HEIGHT, top);
  write(name, tiled([samples, marked, difference].map(draw), 3));
}

function fromFile(kind: string, name: string): Sound {
  const { samples, sampleRate: rate } = readWav(
    readFileSync(join(folder ?? '', 'held-out', kind, `${name}.wav`)),
  );
  return { name: `${kind}-${name}`, samples: samples.slice(rate, (1 + SECONDS) * rate), rate };
}

function effect(name: string, prompt: string): Sound {
  const read = readPrompt(prompt, undefined);
  if (!read) throw new Error(`No effect is near "${prompt}".`);
  const { channels } = renderEffect(read.plan, { seed: 5, loop: false });
  const rate = EFFECTS_RATE;
  return {
    name: `effect-${name}`,
    samples: (channels[0] ?? new Float32Array()).slice(0, SECONDS * rate),
    rate,
  };
}

/** As JPEG, because a spectrogram is as hard to compress as a photograph. */
function write(name: string, { width, height, pixels }: Picture): void {
  const args = ['-v', 'error', '-y', '-i', 'pipe:0', '-q:v', '4', join(TARGET, `${name}.jpg`)];
  const ran = spawnSync('ffmpeg', args, { input: encodePng(width, height, pixels) });
  if (ran.status !== 0) throw new Error(`ffmpeg: ${ran.stderr}`);
}
