import { writeFile } from 'node:fs/promises';
import { compose } from '../../engines/music/composition/compose.ts';
import type { Score } from '../../engines/music/composition/score.ts';
import { secondAt } from '../../engines/music/composition/timeline.ts';
import { makePlan, makeSections, readPrompt, seedOf } from '../../engines/music/index.ts';
import { encodePng } from './png.ts';

/**
 * Draws what is composed for a prompt: pitches upwards, seconds to the right, a colour for each part, drums in a strip
 * at the bottom, thin lines for bars, bright ones for hit points.
 *
 *   node bench/sound/piano-roll.ts roll.png 'sad piano, 80 bpm' 20 '{"hit_points":[5],"sections":[{"seconds":20}]}'
 */
const WIDTH = 1_600;
const LOWEST = 24;
const HIGHEST = 100;
const ROW = 7;
const DRUM_ROWS = 48;
const HEIGHT = (HIGHEST - LOWEST) * ROW + DRUM_ROWS * 3;
type Colour = readonly [number, number, number];
const COLOURS: readonly Colour[] = [
  [90, 160, 255],
  [255, 140, 60],
  [90, 220, 120],
  [240, 90, 200],
  [250, 220, 80],
  [120, 230, 230],
  [200, 160, 255],
];

function draw(score: Score, hitPoints: readonly number[]): Buffer {
  const pixels = new Uint8Array(3 * WIDTH * HEIGHT).fill(18);
  const fill = (x0: number, x1: number, y0: number, y1: number, colour: Colour, strength: number): void => {
    for (let y = Math.max(0, y0); y < Math.min(HEIGHT, y1); y += 1)
      for (let x = Math.max(0, Math.round(x0)); x < Math.min(WIDTH, Math.max(x1, x0 + 1)); x += 1)
        for (const [channel, value] of colour.entries())
          pixels[3 * (y * WIDTH + x) + channel] = value * strength;
  };
  const column = (second: number) => (second / score.seconds) * WIDTH;
  for (const bar of score.bars) {
    const x = column(secondAt(score.timeline, bar.beat));
    fill(x, x + 1, 0, HEIGHT, [255, 255, 255], bar.opens ? 0.45 : 0.2);
  }
  for (const hit of hitPoints) fill(column(hit), column(hit) + 2, 0, HEIGHT, [255, 60, 60], 0.8);
  for (const [index, { part, notes }] of score.parts.entries()) {
    const colour = COLOURS[index % COLOURS.length] ?? [255, 255, 255];
    for (const { pitch, start, seconds, velocity } of notes) {
      const strength = 0.3 + (0.7 * velocity) / 127;
      const isDrum = part.role === 'drums';
      const top = isDrum ? HEIGHT - 3 * (pitch - 34) : (HIGHEST - pitch) * ROW;
      const end = isDrum ? column(start) + 4 : column(start + seconds);
      fill(column(start), end - 1, top, top + (isDrum ? 3 : ROW - 1), colour, strength);
    }
  }
  return encodePng(WIDTH, HEIGHT, pixels);
}

const [path = 'roll.png', prompt = 'corporate', length = '20', more = '{}'] = process.argv.slice(2);
const { sections = [], hit_points: hitPoints = [], loop = false, ...fields } = JSON.parse(more);
const made = { ...makePlan(readPrompt(prompt), prompt, fields), hitPoints };
const plan = { ...made, sections: makeSections(sections, made) };
const score = compose({ plan, seconds: Number(length), seed: seedOf(prompt, 0), isLoop: loop });
await writeFile(path, draw(score, hitPoints));
console.log(
  `${plan.genre} at ${score.bpm.toFixed(2)} bpm, ${score.bars.length} bars of ${plan.timeSignature}`,
);
console.log(
  score.bars.map(({ phrase, energy, beats }) => `${phrase} ${energy.toFixed(2)} (${beats})`).join(' | '),
);
console.log(score.chords.map(({ chord }) => chord.numeral).join(' '));
for (const [index, { part, notes }] of score.parts.entries())
  console.log(`${COLOURS[index % COLOURS.length]}: ${part.role} ${part.instrument}, ${notes.length} notes`);
