import { availableParallelism } from 'node:os';
import type { Log } from '../../src/platform/log.ts';
import { createProcessPool } from '../../src/platform/process-pool/index.ts';
import type { FfmpegTools } from '../ffmpeg/index.ts';
import { UnknownPresenter } from './errors.ts';
import type { RenderReport, VideoConfig, VideoMethods } from './methods.ts';
import { listPresenters } from './presenter/manifest.ts';
import type { Picture, Presenter, RenderRequest, VideoEngine } from './types.ts';

export type VideoEngineOptions = {
  tools: FfmpegTools;
  /** Path of assets/presenters. */
  presentersDir: string;
  /** Holds the markers of verified face weights. */
  modelsDir: string;
  /** Maximum number of processes. Default: 8, or one per core if there are more. */
  processes?: number | undefined;
  log: Log;
};

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;
/** A 1080p clip takes 1.5 s per second of video on two cores. The limit leaves room for slow and shared machines. */
const BASE_DEADLINE_MS = 10 * MINUTE_MS;
const DEADLINE_MS_PER_SECOND = 20_000;
/** Workers limit how many videos render at once. Processes start on demand and exit when idle. */
const DEFAULT_PROCESSES = 8;
const MAX_QUEUED = 100;

/** Renders each video in a separate process, so that a crash costs one video. */
export async function createVideoEngine(options: VideoEngineOptions): Promise<VideoEngine> {
  const { presentersDir, modelsDir, log } = options;
  const { ffmpeg, prlimit, sandbox } = options.tools;
  const presenters = await listPresenters(presentersDir);
  const pool = createProcessPool<VideoMethods, VideoConfig>({
    name: 'video',
    entry: new URL('./process.ts', import.meta.url),
    config: { tools: { ffmpeg, prlimit, sandbox }, presentersDir, modelsDir },
    size: options.processes ?? Math.max(DEFAULT_PROCESSES, availableParallelism()),
    maxQueued: MAX_QUEUED,
    callDeadlineMs: BASE_DEADLINE_MS,
    startDeadlineMs: MINUTE_MS,
    maxRssBytes: 1_500 * MIB,
    idleMs: MINUTE_MS,
    // Cancelling does not wait for the current frame.
    cancelGraceMs: 500,
    log,
  });
  return {
    presenters,
    async prepare(request, { signal } = {}) {
      requirePresenter(presenters, request.picture);
      await pool.call('prepare', request, { ...(signal && { signal }) });
    },
    async render(request, { signal, onProgress } = {}) {
      requirePresenter(presenters, request.picture);
      const onReport = (value: unknown): void => {
        const { stage, share } = value as RenderReport;
        onProgress?.(stage, share);
      };
      const deadlineMs = renderDeadlineMs(request);
      return pool.call('render', request, { onReport, deadlineMs, ...(signal && { signal }) });
    },
    close: () => pool.close(),
  };
}

function requirePresenter(presenters: readonly Presenter[], picture: Picture): void {
  if (picture.kind === 'presenter' && !presenters.some(({ id }) => id === picture.presenterId))
    throw new UnknownPresenter(picture.presenterId);
}

type DeadlineFacts = Pick<RenderRequest, 'picture' | 'maxSeconds'> & {
  mouth: Pick<RenderRequest['mouth'], 'durationSeconds'>;
};

/** Grows with the length of the sound, or with the longest clip allowed where the whole clip is shown. */
export function renderDeadlineMs({ picture, mouth, maxSeconds }: DeadlineFacts): number {
  const wholeClip =
    picture.kind === 'video' && (picture.syncMode === 'silence' || picture.syncMode === 'remap');
  const seconds = wholeClip ? maxSeconds : mouth.durationSeconds;
  return BASE_DEADLINE_MS + seconds * DEADLINE_MS_PER_SECOND;
}
