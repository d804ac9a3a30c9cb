import { writeFile } from 'node:fs/promises';
import { GENRE_NAMES } from '../../engines/music/index.ts';
import { SAMPLE_RATE } from '../../engines/music/performance/stereo.ts';
import type { Listener } from './music-listener.ts';
import { drawEnvelope, drawRoll, fewerColours, stacked } from './music-pictures.ts';
import { PROMPTS } from './music-prompts.ts';
import type { Studio } from './music-studio.ts';
import { encodePng } from './png.ts';
import { drawSpectrogram, type Picture, tiled } from './spectrogram.ts';

/** One sheet of the genres, with envelopes and notes, and one of the prompts. */
export async function drawSheets(play: Studio, listen: Listener, folder: URL): Promise<string> {
  const write = (name: string, { width, height, pixels }: Picture) =>
    writeFile(new URL(name, folder), encodePng(width, height, fewerColours(pixels)));
  const genres = GENRE_NAMES.map((genre) => {
    const { mono, score, left, right } = play({ prompt: genre, seconds: 20 });
    return stacked([
      drawSpectrogram(mono, SAMPLE_RATE, 400, 130),
      drawEnvelope(left, right, 400, 36),
      drawRoll(score, 400, 90),
    ]);
  });
  await write('music-genres.png', tiled(genres, 3, 8));
  const prompts = PROMPTS.map((asked) => listen(asked).picture);
  await write('music-prompts.png', tiled(prompts, 10));
  const rows = Array.from(
    { length: Math.ceil(GENRE_NAMES.length / 3) },
    (_, row) => `${row + 1}. ${GENRE_NAMES.slice(3 * row, 3 * row + 3).join(', ')}`,
  );
  return [
    '![Spectrogram, envelope and notes of each genre](music-genres.png)',
    '',
    'Twenty seconds of each genre, from left to right in rows of three. On top the spectrogram, 40 Hz to 18 kHz; then the peaks of both channels; then the notes, drums in grey at the bottom.',
    '',
    ...rows,
    '',
    '![Spectrograms of the prompts](music-prompts.png)',
    '',
    'The prompts of the table in rows of ten. Each fills the width, however long it is.',
  ].join('\n');
}
