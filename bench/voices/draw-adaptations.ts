/**
 * Draws how kept custom voices speak: by Kokoro's generator on the left, by our decoder adapted to them on the right, one voice a row.
 * `node bench/voices/draw-adaptations.ts --voices FOLDER --to FILE.jpg`
 * FOLDER has NAME.WAY.json and NAME.WAY.adaptation.txt, which `judge-adaptations.ts` writes.
 */
import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { joinSamples } from '../../engines/dsp/index.ts';
import { createKokoroEngine, readSpeaker, type SpeakerArtifact } from '../../engines/speech/index.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { createLog } from '../../src/platform/log.ts';
import { encodePng } from '../sound/png.ts';
import { drawSpectrogram, type Picture, tiled } from '../sound/spectrogram.ts';

const RATE = 24_000;
const [WIDTH, HEIGHT] = [440, 180];
const TEXT = 'Sixteen fresh fish, she says, were sold at the old harbour this morning.';

const { values } = parseArgs({ options: { voices: { type: 'string' }, to: { type: 'string' } } });
const { voices: folder, to } = values;
if (!folder || !to)
  throw new Error('usage: node bench/voices/draw-adaptations.ts --voices FOLDER --to FILE.jpg');
const speech = createKokoroEngine({
  modelsDir: parseConfig(process.env).modelsDir,
  processes: 1,
  log: createLog({ level: 'warn' }),
});

const pictures: Picture[] = [];
const names = (await readdir(folder))
  .flatMap((name) => /^(.*)\.adaptation\.txt$/u.exec(name)?.[1] ?? [])
  .sort();
for (const name of names) {
  const speaker = readSpeaker(JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')));
  const adaptation = await readFile(join(folder, `${name}.adaptation.txt`), 'utf8');
  const before = await spoken(speaker);
  const { top } = drawSpectrogram(before, RATE, WIDTH, HEIGHT);
  for (const sound of [before, await spoken({ ...speaker, adaptation })])
    pictures.push(drawSpectrogram(sound, RATE, WIDTH, HEIGHT, top));
  console.log(name);
}
await speech.close();
const { width, height, pixels } = tiled(pictures, 2);
const ran = spawnSync('ffmpeg', ['-v', 'error', '-y', '-i', 'pipe:0', '-q:v', '5', to], {
  input: encodePng(width, height, pixels),
});
if (ran.status !== 0) throw new Error(`ffmpeg: ${ran.stderr}`);

async function spoken(speaker: SpeakerArtifact): Promise<Float32Array> {
  const chunks: Float32Array[] = [];
  const request = { text: TEXT, voiceId: speaker.baseVoice, speaker, language: 'en-US' };
  for await (const { samples } of speech.synthesize(request, { whole: true })) chunks.push(samples);
  return joinSamples(chunks);
}
