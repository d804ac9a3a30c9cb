import { GENRE_NAMES } from '../../engines/music/index.ts';
import type { Studio } from './music-studio.ts';

const SECONDS = 20;

/** Twenty seconds of each genre, the second time, when the font's samples are decoded. */
export function measureSpeed(play: Studio): string {
  const rows = GENRE_NAMES.map((genre) => {
    const order = { prompt: genre, seconds: SECONDS };
    const first = play(order);
    const again = play(order);
    return `| ${genre} | ${first.cpuSeconds.toFixed(2)} | ${again.cpuSeconds.toFixed(2)} | ${again.elapsedSeconds.toFixed(2)} |`;
  });
  return ['| genre | CPU, first time (s) | CPU (s) | elapsed (s) |', '|---|---|---|---|', ...rows].join('\n');
}
