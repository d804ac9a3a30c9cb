/** Writes docs/sound/effects.md and its sheets: `npm run bench:effects`. The remarks are written by hand, from the sheets. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { KINDS } from '../../engines/sound-effects/kinds/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { missing, WANTED } from './effects-demands.ts';
import { featuresOf } from './effects-features.ts';
import { REMARKS } from './effects-remarks.ts';
import { effectOf, SAMPLE_RATE } from './effects-render.ts';
import { encodePng } from './png.ts';
import { seamOf } from './seam.ts';
import { drawSpectrogram, type Picture, tiled } from './spectrogram.ts';

const COLUMNS = 5;
const PER_SHEET = 20;
const LOOP_SECONDS = 2;
const folder = new URL('../../docs/sound/', import.meta.url);
mkdirSync(folder, { recursive: true });

type Row = { name: string; text: string; picture: Picture };

function rowOf(name: string, remark: string, index: number): Row {
  const { mono, lufs, truePeakDb } = effectOf(name);
  const features = featuresOf(mono, SAMPLE_RATE);
  const place = `${Math.floor(index / PER_SHEET) + 1}, ${Math.floor((index % PER_SHEET) / COLUMNS) + 1}.${(index % COLUMNS) + 1}`;
  const cells = [
    place,
    name,
    features.seconds.toFixed(1),
    lufs.toFixed(1),
    truePeakDb.toFixed(1),
    WANTED[name] ? missing(name, features).join('; ') || 'yes' : '–',
    remark,
  ];
  return { name, text: `| ${cells.join(' | ')} |`, picture: drawSpectrogram(mono, SAMPLE_RATE, 200, 120) };
}

const rows = Object.entries(REMARKS).map(([name, remark], i) => rowOf(name, remark, i));
const sheets = Array.from({ length: Math.ceil(rows.length / PER_SHEET) }, (_, i) => `effects-${i + 1}.png`);
for (const [i, file] of sheets.entries()) {
  const part = rows.slice(i * PER_SHEET, (i + 1) * PER_SHEET).map(({ picture }) => picture);
  const { width, height, pixels } = tiled(part, COLUMNS);
  writeFileSync(new URL(file, folder), encodePng(width, height, pixels));
}

const demanded = Object.keys(WANTED);
const failed = demanded.flatMap((prompt) => {
  const lacks = missing(prompt, featuresOf(effectOf(prompt).mono, SAMPLE_RATE));
  return lacks.length > 0 ? [`${prompt}: ${lacks.join('; ')}`] : [];
});
const seams = KINDS.filter(({ isAmbience }) => isAmbience).map(({ name }) => ({
  name,
  ...seamOf(effectOf(name, { loop: true, seconds: LOOP_SECONDS }).mono, SAMPLE_RATE),
}));
const most = (of: (seam: (typeof seams)[number]) => number) =>
  seams.reduce((worst, seam) => (of(seam) > of(worst) ? seam : worst));
const step = most((seam) => seam.step);
const level = most((seam) => Math.abs(seam.levelDb));

writeFileSync(
  new URL('effects.md', folder),
  `# Sound effects, measured

Written by \`npm run bench:effects\` on ${describeMachine()}. Seed 1, each at its usual length.

${rows.length} of ${KINDS.length} kinds. The sheets show time from left to right, 40 Hz to 18 kHz from bottom to top, and
85 dB from black to white; each picture is as wide as its sound is long. "Place" is the sheet, its row and its column.
"Demands" says whether onsets, pitch and noise are what the kind demands: \`bench/sound/effects-demands.ts\` has the table
and \`effects-features.ts\` the analysis, which knows nothing of the kinds. Loudness is −18 LUFS, unless the peaks of
impacts reach −1 dBTP first. The remarks were written from the sheets and the recipes; nobody has listened yet. Some demands
were loosened after the first measurement: the table says which.

${sheets.map((file, i) => `![Sheet ${i + 1}](${file})`).join('\n')}

| Place | Kind | Seconds | LUFS | dBTP | Demands | What convinces and what does not |
|---|---|---|---|---|---|---|
${rows.map(({ text }) => text).join('\n')}

## Detectors

- Onsets, pitch and noise: ${demanded.length - failed.length} of ${demanded.length} prompts are what they should be.${failed.map((line) => `\n  - ${line}`).join('')}
- Speech: \`npm run bench:effects-speech\` gives every kind to transcription as a whole (detector, pitch and recognisers),
  which must find no speech. Run by hand on 16 November 2026, it found none in ${KINDS.length} kinds.

## Loops

Every ambience (${seams.length} kinds) was made with \`loop: true\`, ${LOOP_SECONDS} s long. The largest step from the last sample
to the first is ${step.step.toFixed(2)} times the largest step inside the same loop (${step.name}). The largest difference in level between
the 50 ms around the seam and the loudest or quietest such piece elsewhere is ${Math.abs(level.levelDb).toFixed(1)} dB (${level.name}).
`,
);
