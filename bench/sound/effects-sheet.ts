/** Draws a sheet of spectrograms of kinds of effects: `node bench/sound/effects-sheet.ts sheet.png rain thunder …`. */
import { writeFileSync } from 'node:fs';
import { KINDS } from '../../engines/sound-effects/kinds/index.ts';
import { readPrompt } from '../../engines/sound-effects/prompt/read-prompt.ts';
import { renderEffect, SAMPLE_RATE } from '../../engines/sound-effects/render.ts';
import { encodePng } from './png.ts';
import { drawSpectrogram, tiled } from './spectrogram.ts';

const COLUMNS = 7;
const [file = 'effects.png', ...asked] = process.argv.slice(2);
const prompts = asked.length > 0 ? asked : KINDS.map(({ name }) => name);
const pictures = prompts.map((prompt, i) => {
  const read = readPrompt(prompt);
  if (!read) throw new Error(`nothing is near "${prompt}"`);
  const { channels, lufs, truePeakDb } = renderEffect(read.plan, { seed: 1, loop: false });
  const [left, right] = channels as [Float32Array, Float32Array];
  const levels = `${lufs.toFixed(1)} LUFS, ${truePeakDb.toFixed(1)} dBTP`;
  console.log(
    `${Math.floor(i / COLUMNS) + 1}.${(i % COLUMNS) + 1} ${prompt}: ${read.plan.seconds} s, ${levels}`,
  );
  const mono = left.map((sample, at) => (sample + (right[at] as number)) / 2);
  return drawSpectrogram(mono, SAMPLE_RATE, 220, 150);
});
const { width, height, pixels } = tiled(pictures, COLUMNS);
writeFileSync(file, encodePng(width, height, pixels));
