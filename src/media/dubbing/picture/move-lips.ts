import { mkdir } from 'node:fs/promises';
import type { DecodeToFile } from '../../../engines/ffmpeg/index.ts';
import type { LipsEngine } from '../../../engines/lipsync/index.ts';
import { NoFace, type RenderedVideo, type SyncMode, type VideoEngine } from '../../../engines/video/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { isNeural, mouthFromFile } from '../../video/index.ts';
import type { PictureOptions } from './run-ffmpeg-with-progress.ts';

export type LipsEngines = { video: VideoEngine; lips: LipsEngine; decodeToFile: DecodeToFile };

export type LipsRequest = {
  /** Its picture starts with the sound. */
  path: string;
  /** What is heard. */
  mixedPath: string;
  /** The new speech alone, which the mouth follows. */
  voicesPath: string;
  seconds: number;
  syncMode: SyncMode;
  lipsyncModel: string;
  height: number;
  audioKbps: number;
  maxSeconds: number;
  /** For this alone. */
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
  const picture = { kind: 'video', path, syncMode } as const;
  const rendering = { picture, audioPath: mixedPath, mouth, height, audioKbps, maxSeconds, folder };
  const onShare = (_: string, share: number) => onProgress(MOUTH_SHARE + (1 - MOUTH_SHARE) * share);
  try {
    return await video.render(rendering, { signal, onProgress: onShare });
  } catch (error) {
    if (error instanceof DomainError && error.code === NO_FACE) return null;
    throw error;
  }
}
