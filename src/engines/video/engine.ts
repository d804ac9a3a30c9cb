import { availableParallelism } from 'node:os';
import type { Log } from '../../platform/log.ts';
import { createProcessPool } from '../../platform/process-pool/index.ts';
import type { VideoTools } from './encode/run-ffmpeg.ts';
import { UnknownPresenter } from './errors.ts';
import type { RenderReport, VideoConfig, VideoMethods } from './methods.ts';
import { listPresenters } from './presenter/manifest.ts';
import type { VideoEngine } from './types.ts';

export type VideoEngineOptions = {
  tools: VideoTools;
  /** Of assets/presenters. */
  presentersDir: string;
  /** Where the face networks' verified marks lie. */
  modelsDir: string;
  /** Absent: one for every two cores. */
  processes?: number | undefined;
  log: Log;
};

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;
/** The longest film of any plan on a slow machine. */
const DEADLINE_MS = 6 * 60 * MINUTE_MS;
const MAX_QUEUED = 100;

/** Each film is rendered in a process of its own pool: what goes wrong there costs one film. */
export async function createVideoEngine(options: VideoEngineOptions): Promise<VideoEngine> {
  const { tools, presentersDir, modelsDir, log } = options;
  const presenters = await listPresenters(presentersDir);
  const pool = createProcessPool<VideoMethods, VideoConfig>({
    name: 'video',
    entry: new URL('./process.ts', import.meta.url),
    config: { tools: { ffmpeg: tools.ffmpeg, prlimit: tools.prlimit }, presentersDir, modelsDir },
    // A renderer and its encoder keep two cores busy.
    size: options.processes ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    maxQueued: MAX_QUEUED,
    callDeadlineMs: DEADLINE_MS,
    startDeadlineMs: MINUTE_MS,
    maxRssBytes: 1_500 * MIB,
    idleMs: MINUTE_MS,
    // Whoever cancels waits for no frame.
    cancelGraceMs: 500,
    log,
  });
  return {
    presenters,
    async render(request, { signal, onProgress } = {}) {
      const { picture } = request;
      if (picture.kind === 'presenter' && !presenters.some(({ id }) => id === picture.presenterId))
        throw new UnknownPresenter(picture.presenterId);
      const onReport = (value: unknown): void => {
        const { stage, share } = value as RenderReport;
        onProgress?.(stage, share);
      };
      return pool.call('render', request, { onReport, ...(signal && { signal }) });
    },
    close: () => pool.close(),
  };
}
