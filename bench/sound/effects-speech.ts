/** Asks transcription whether there is speech in any kind of effect: `npm run bench:effects-speech [-- KIND …]`. */
import { resampled } from '../../engines/dsp/index.ts';
import { KINDS } from '../../engines/sound-effects/kinds/index.ts';
import {
  createTranscriptionEngine,
  findTranscriptionWeights,
  NoSpeech,
} from '../../engines/transcription/index.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { effectOf, SAMPLE_RATE } from './effects-render.ts';

const { modelsDir } = parseConfig(process.env);
const weights = await findTranscriptionWeights({ modelsDir });
if (!weights) throw new Error('the transcription weights are not installed');
const engine = createTranscriptionEngine({ weights, log: silentLog, processes: 1 });
const asked = process.argv.slice(2);
const prompts = asked.length > 0 ? asked : KINDS.map(({ name }) => name);
let fooled = 0;
for (const prompt of prompts) {
  const samples = resampled(effectOf(prompt).mono, SAMPLE_RATE, 16_000);
  const outcome = await engine.transcribe({ samples }).catch((error: unknown) => error);
  if (outcome instanceof NoSpeech) continue;
  fooled += 1;
  console.log(`${prompt}: ${outcome instanceof Error ? outcome : JSON.stringify(outcome)}`);
}
console.log(`speech found in ${fooled} of ${prompts.length} effects`);
await engine.close();
process.exitCode = fooled > 0 ? 1 : 0;
