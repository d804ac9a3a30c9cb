/**
 * Judges the music: `npm run bench:music [-- table genres sheets speed]`.
 * Each step replaces its own part of `docs/sound/music.md`; without a name all run. What a person saw and heard stays.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { judgeGenres } from './music-genres.ts';
import { createListener, type Listener } from './music-listener.ts';
import { drawSheets } from './music-sheets.ts';
import { measureSpeed } from './music-speed.ts';
import { openStudio, type Studio } from './music-studio.ts';
import { measurePrompts } from './music-table.ts';

const FOLDER = new URL('../../docs/sound/', import.meta.url);
const DOCUMENT = new URL('music.md', FOLDER);

const STEPS: Record<string, (play: Studio, listen: Listener) => string | Promise<string>> = {
  table: measurePrompts,
  genres: (_, listen) => judgeGenres(listen),
  sheets: (play, listen) => drawSheets(play, listen, FOLDER),
  speed: (play) => `${measureSpeed(play)}\n\n${describeMachine()}`,
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(STEPS);
const play = await openStudio();
const listen = createListener(play);
for (const name of names) {
  const step = STEPS[name];
  if (!step) throw new Error(`no step is called ${name}: ${Object.keys(STEPS).join(', ')}`);
  const text = await step(play, listen);
  console.log(text);
  const begin = `<!-- ${name} -->`;
  const end = `<!-- end of ${name} -->`;
  const document = await readFile(DOCUMENT, 'utf8');
  const [before, rest] = document.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${DOCUMENT.pathname} has no part ${name}`);
  await writeFile(DOCUMENT, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}
