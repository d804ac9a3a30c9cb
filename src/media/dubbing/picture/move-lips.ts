import { mkdir } from 'node:fs/promises';
import type { DecodeToFile } from '../../../../engines/ffmpeg/index.ts';
import type { LipsEngine } from '../../../../engines/lipsync/index.ts';
import {
  NoFace,
  type RenderedVideo,
  type SyncMode,
  type Turn,
  type VideoEngine,
} from '../../../../engines/video/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { isNeural, mouthFromFile } from '../../video/index.ts';
import { type TimeMark, toResult } from '../fit-lines.ts';
import type { DubScript } from '../project.ts';
import type { PictureOptions } from './run-ffmpeg-with-progress.ts';

export type LipsEngines = { video: VideoEngine; lips: LipsEngine; decodeToFile: DecodeToFile };

export type LipsRequest = {
  /** Its picture starts with the sound. */
  path: string;
  /** The audience hears this sound. */
  mixedPath: string;
  /** The new speech alone, which the mouth follows. */
  voicesPath: string;
  script: DubScript;
  marks: readonly TimeMark[];
  seconds: number;
  syncMode: SyncMode;
  lipsyncModel: string;
  height: number;
  audioKbps: number;
  maxSeconds: number;
  /** Nothing else may use this folder. */
  folder: string;
};

const NO_FACE = new NoFace().code;
const MOUTH_SHARE = 0.1;

/** The film with lips that follow the new speech. Null if it shows no face. */
export async function moveLips(
  { video, ...engines }: LipsEngines,
  request: LipsRequest,
  { signal, onProgress }: PictureOptions,
): Promise<RenderedVideo | null> {
  const { path, syncMode, mixedPath, voicesPath, height, audioKbps, maxSeconds, folder } = request;
  await mkdir(folder, { recursive: true });
  const neural = isNeural({ lipsync_model: request.lipsyncModel });
  const track = await mouthFromFile(engines, voicesPath, { folder, maxSeconds, neural, signal });
  onProgress(MOUTH_SHARE);
  const mouth = { ...track, durationSeconds: request.seconds };
  const picture = { kind: 'video', path, syncMode, turns: turnsOf(request) } as const;
  const rendering = { picture, audioPath: mixedPath, mouth, height, audioKbps, maxSeconds, folder };
  const onShare = (_: string, share: number) => onProgress(MOUTH_SHARE + (1 - MOUTH_SHARE) * share);
  try {
    return await video.render(rendering, { signal, onProgress: onShare });
  } catch (error) {
    if (error instanceof DomainError && error.code === NO_FACE) return null;
    throw error;
  }
}

/** The picture has the times of the result already, so what was heard in it is where it is shown now. */
function turnsOf({ script, marks }: Pick<LipsRequest, 'script' | 'marks'>): Turn[] {
  const shownAt = (original: number): number => (marks.length === 0 ? original : toResult(marks, original));
  return script.lines.flatMap(({ speaker_id: speaker, start, end, spoken }) => {
    const heard = { start: shownAt(start), end: shownAt(end) };
    return spoken ? [{ speaker, heard, said: { start: spoken.start, end: spoken.end } }] : [];
  });
}
