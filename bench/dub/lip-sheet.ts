import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { MouthTrack } from '../../engines/lipsync/index.ts';
import type { DubScript } from '../../src/media/dubbing/index.ts';

export type Moment = { at: number; label: string };

const OPEN = ['aa', 'oh', 'E'];
const LABELS: Record<string, string> = { PP: 'p b m', aa: 'a', oh: 'o', E: 'e' };
const OF_EACH_KIND = 2;
const FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';

/** Picks the longest closures and the longest open vowels of each line. */
export function momentsOf({ cues }: MouthTrack, lines: DubScript['lines']): Moment[] {
  return lines.flatMap(({ spoken, speaker_id: who }) => {
    if (!spoken) return [];
    const own = cues.filter(
      ({ startSeconds, endSeconds }) => startSeconds >= spoken.start && endSeconds <= spoken.end,
    );
    const longest = (visemes: readonly string[]) =>
      own
        .filter(({ viseme }) => visemes.includes(viseme))
        .toSorted((a, b) => b.endSeconds - b.startSeconds - (a.endSeconds - a.startSeconds))
        .slice(0, OF_EACH_KIND);
    return [...longest(['PP']), ...longest(OPEN)]
      .map(({ viseme, startSeconds, endSeconds }) => ({
        at: (startSeconds + endSeconds) / 2,
        label: `${who.replace('speaker_', 'speaker ')}   ${LABELS[viseme]}`,
      }))
      .toSorted((a, b) => a.at - b.at);
  });
}

type Sheet = {
  films: { original: string; dub: string };
  moments: readonly Moment[];
  folder: string;
  target: string;
};

/** The original above the dub, moment by moment. */
export async function drawSheet(ffmpeg: string, { films, moments, folder, target }: Sheet): Promise<void> {
  const columns = Math.ceil(moments.length / 2);
  const rows = [moments.slice(0, columns), moments.slice(columns)];
  let shown = 0;
  for (const row of rows)
    for (const [name, film] of Object.entries(films))
      for (let i = 0; i < columns; i += 1) {
        const moment = row[i];
        const text = moment ? `${name} ${moment.at.toFixed(2)} s   ${moment.label}` : '';
        const filters = [
          'scale=-2:200',
          'pad=iw:ih+24:0:0:white',
          `drawtext=fontfile=${FONT}:text='${text}':x=4:y=h-19:fontsize=13`,
        ];
        const seek = ['-ss', Math.max(0, moment?.at ?? 0).toFixed(3), '-i', film];
        const still = join(folder, `still-${String(shown).padStart(3, '0')}.png`);
        execFileSync(ffmpeg, [
          '-nostdin',
          '-v',
          'error',
          '-y',
          ...seek,
          '-frames:v',
          '1',
          '-vf',
          filters.join(','),
          still,
        ]);
        shown += 1;
      }
  const tile = ['-vf', `tile=${columns}x${rows.length * 2}:padding=4:color=white`, '-frames:v', '1', target];
  execFileSync(ffmpeg, ['-nostdin', '-v', 'error', '-y', '-i', join(folder, 'still-%03d.png'), ...tile]);
}
