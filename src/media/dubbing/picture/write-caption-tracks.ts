import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DubScript } from '../project.ts';
import { type Captioned, captionsOf } from './captions.ts';
import type { CaptionTrack } from './mux-film.ts';

/** ffmpeg would write braces with backslashes, and take some backslashes for line breaks. */
const REPLACED: Record<string, string> = { '{': '(', '}': ')', '\\': '/' };

/** Writes the captions that go into the film: those that say anything, the target language first. */
export async function writeCaptionTracks(
  { script, target, seconds }: { script: DubScript; target: string; seconds: number },
  folder: string,
): Promise<CaptionTrack[]> {
  const tracks: CaptionTrack[] = [];
  const write = async (which: Captioned, language: string | null): Promise<void> => {
    const text = captionsOf(script, which, 'vtt', seconds);
    if (!text.includes('-->')) return;
    const path = join(folder, `${which}.vtt`);
    await writeFile(
      path,
      text.replaceAll(/[{}\\]/gu, (sign) => REPLACED[sign] ?? sign),
    );
    tracks.push({ path, language });
  };
  await write('target', target);
  await write('source', script.source_language);
  return tracks;
}
