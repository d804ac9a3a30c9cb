import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cue, toVtt } from '../../speech/index.ts';
import type { DubScript } from '../project.ts';
import { type Captioned, cuesOf, LEAST_SECONDS } from './captions.ts';
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
    const cues = oneAtATime(await cuesOf(script, which, seconds));
    if (cues.length === 0) return;
    const path = join(folder, `${which}.vtt`);
    await writeFile(
      path,
      toVtt(cues).replaceAll(/[{}\\]/gu, (sign) => REPLACED[sign] ?? sign),
    );
    tracks.push({ path, language });
  };
  await write('target', target);
  await write('source', script.source_language);
  return tracks;
}

/** MP4 shows one caption at a time, so what people say at once is one caption. */
function oneAtATime(cues: readonly Cue[]): Cue[] {
  const shown: Cue[] = [];
  for (const cue of cues) {
    const last = shown.at(-1);
    if (last && cue.start - last.start < LEAST_SECONDS) {
      last.lines.push(...cue.lines);
      last.end = Math.max(last.end, cue.end);
    } else {
      if (last) last.end = Math.min(last.end, cue.start);
      shown.push({ ...cue, lines: [...cue.lines] });
    }
  }
  return shown;
}
