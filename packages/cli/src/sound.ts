import { extname } from 'node:path';
import { Media } from '../../client/src/index.ts';
import { findPlayer, play } from '../../client/src/play.ts';
import type { Context } from './context.ts';
import { UsageError } from './errors.ts';
import { type Saved, saveAs, saveTo } from './save.ts';
import { sizeOf } from './terminal/size-of.ts';

/** Every command that makes a sound has these options. */
export const SOUND_OPTIONS = {
  output: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    description: 'Save the sound here; "-" is standard output',
  },
  play: { type: 'boolean', description: 'Play the sound. --no-play only saves it' },
} as const;

/** `suggestion` is the name of the file when none was given. */
export type SoundTarget = { output: string | undefined; play: boolean | undefined; suggestion: string };

export type Delivered = Partial<Saved> & { played: boolean };

/** Sound is played unless a file is named or there is no player. */
export function willPlay(target: Pick<SoundTarget, 'output' | 'play'>, contentType?: string): boolean {
  return (target.play ?? target.output === undefined) && findPlayer(contentType) !== null;
}

/**
 * Plays a sound, saves it, or both. What was paid for is not lost: where a player fails or none is found, the sound is
 * saved.
 */
export async function deliverSound(context: Context, media: Media, target: SoundTarget): Promise<Delivered> {
  if (!willPlay(target, media.contentType)) {
    if (target.play) context.output.note('No player was found. Install ffmpeg, which brings ffplay, or mpv.');
    return { ...(await save(context, media, target)), played: false };
  }
  const [playing, keeping] = media.body.tee();
  const { headers } = media.response;
  const kept = new Media(new Response(keeping)).blob();
  const [played] = await Promise.all([
    tryToPlay(context, new Media(new Response(playing, { headers }))),
    kept,
  ]);
  if (played && target.output === undefined) return { played };
  return { ...(await save(context, (await kept).stream(), target)), played };
}

async function tryToPlay({ signal, output }: Context, sound: Media): Promise<boolean> {
  try {
    await play(sound, { signal });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    output.note(error instanceof Error ? error.message : String(error));
    return false;
  }
}

function save(context: Context, chunks: AsyncIterable<Uint8Array>, { output, suggestion }: SoundTarget) {
  return output === undefined ? saveAs(context, suggestion, chunks) : saveTo(context, output, chunks);
}

/** "hello.wav: 34 kB", as people read it. */
export function describeDelivery({ path, bytes = 0 }: Partial<Saved>): string[] {
  return path ? [`${path}: ${sizeOf(bytes)}`] : [];
}

/** The format that was asked for, or that the name of the file says. */
export function formatFor<Format extends string>(
  formats: readonly Format[],
  asked: Format | undefined,
  output: string | undefined,
  usual: Format,
): Format {
  if (asked !== undefined) return asked;
  const extension = output === undefined ? '' : extname(output).slice(1).toLowerCase();
  if (extension === '') return usual;
  const found = formats.find((format) => format === extension || (format === 'midi' && extension === 'mid'));
  if (found) return found;
  throw new UsageError(`"${output}" names no format. Use --format: ${formats.join(', ')}.`);
}
