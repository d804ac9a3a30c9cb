/** Run as a process of its own, as espeak-ng always is: reads `{ voice: texts }` as JSON and writes what espeak-ng makes of them. */
import { text } from 'node:stream/consumers';
import { createEspeak } from '../espeak.ts';

const asked = JSON.parse(await text(process.stdin)) as Record<string, string[]>;
const espeak = await createEspeak();
const raw = Object.entries(asked).map(([voice, texts]) => [
  voice,
  texts.map((one) => espeak.phonemes(one, voice)),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(raw)));
