import type { Answer, Media } from '../../../client/src/index.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { deliverSound, describeDelivery, type SoundTarget } from '../sound.ts';
import { speakParts } from './speak-parts.ts';
import { MAX_CHARACTERS } from './split-text.ts';
import { closeWav } from './wav.ts';

type Speech = {
  voice: { voice_id: string; speed?: number; language?: string };
  format: string;
  target: SoundTarget;
  speak: (text: string) => Promise<Answer<Media>>;
};

/** A text that is too long for one request. It says what all of them cost before the first is paid. */
export async function sayParts(context: Context, parts: readonly string[], speech: Speech): Promise<void> {
  const { output } = context;
  const { format, target, voice } = speech;
  const [first, ...rest] = parts;
  if (first === undefined) throw new Error('There are no parts.');
  if (format !== 'wav' && format !== 'pcm')
    throw new UsageError(
      `More than ${MAX_CHARACTERS} characters can be saved as wav or pcm, not as ${format}.`,
      ['Convert it: vox say -f FILE -o - | ffmpeg -i - FILE.mp3'],
    );
  const credits = await priceOf(context, parts, voice);
  output.note(`Speaking in ${parts.length} requests, for ${credits.toLocaleString('en')} credits together …`);
  const { media, spoken, state } = await speakParts([first, ...rest], format, speech.speak);
  const delivered = await deliverSound(context, media, target);
  if (delivered.path && format === 'wav') await closeWav(delivered.path, state.headerBytes);
  if (state.failure !== null) {
    const where = delivered.path ? ` They are in ${delivered.path}.` : '';
    output.note(`Only the first ${spoken.length} of ${parts.length} parts were spoken.${where}`);
    throw state.failure;
  }
  const characters = spoken.reduce((sum, part) => sum + (part.characters ?? 0), 0);
  const facts = { voice_id: voice.voice_id, format, characters, parts: spoken };
  output.result({ ...delivered, ...facts }, describeDelivery(delivered));
}

async function priceOf(
  { client, signal }: Context,
  parts: readonly string[],
  voice: Speech['voice'],
): Promise<number> {
  const estimate = (text: string) => client.generations.estimate({ kind: 'tts', text, ...voice }, { signal });
  const prices = await Promise.all(parts.map(estimate));
  return prices.reduce((sum, { credits }) => sum + credits, 0);
}
