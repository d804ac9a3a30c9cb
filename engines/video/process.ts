import { type CallContext, serveProcess } from '../../src/platform/process-pool/index.ts';
import { renderClip } from './clip/render-clip.ts';
import type { FaceNetworks } from './face/load-face-networks.ts';
import { loadFaceNetworks } from './face/load-face-networks.ts';
import { type RenderReport, VIDEO_CONFIG, type VideoConfig, type VideoMethods } from './methods.ts';
import { openPainters } from './open-painters.ts';
import { renderPortrait } from './portrait/render-portrait.ts';
import { createStillAhead } from './portrait/still-ahead.ts';
import { createBackdropCache } from './presenter/backdrop-cache.ts';
import { createPresenterCache } from './presenter/presenter-cache.ts';
import { loadPicture, renderPresenter } from './presenter/render-presenter.ts';
import type { Preparing, RenderContext, RenderedVideo, RenderRequest } from './types.ts';

/** Smaller steps of progress are not reported. */
const LEAST_STEP = 0.005;

type Renderer = {
  prepare(request: Preparing, signal: AbortSignal): Promise<void>;
  render(request: RenderRequest, context: RenderContext): Promise<RenderedVideo>;
};

function createRenderer({ tools, presentersDir: folder, modelsDir }: VideoConfig): Renderer {
  const presenterCache = createPresenterCache(tools, folder);
  const backdropCache = createBackdropCache(tools, folder);
  const painters = openPainters();
  let faces: Promise<FaceNetworks> | undefined;
  /** Presenters do not need the face networks, so they load with the first portrait or clip. */
  const loadFacesOnce = (): Promise<FaceNetworks> => {
    faces ??= loadFaceNetworks({ modelsDir });
    return faces;
  };
  const stillAhead = createStillAhead(tools, loadFacesOnce);
  const presenterEngines = { tools, presenterCache, backdropCache, painters };
  return {
    async prepare({ picture, height }, signal) {
      switch (picture.kind) {
        case 'presenter':
          await loadPicture(presenterEngines, picture, { height, signal });
          break;
        case 'image':
          await stillAhead.prepare({ picture, height, signal });
          break;
        case 'video':
          await loadFacesOnce();
      }
    },
    async render(request, context) {
      const { picture } = request;
      switch (picture.kind) {
        case 'presenter':
          return renderPresenter(presenterEngines, { ...request, picture }, context);
        case 'image':
          return renderPortrait({ tools, stillAhead, painters }, { ...request, picture }, context);
        case 'video':
          return renderClip(
            { tools, faces: await loadFacesOnce(), painters },
            { ...request, picture },
            context,
          );
      }
    },
  };
}

/** Drops progress reports that are too small to be worth a message. */
function contextOf({ signal, report }: CallContext): RenderContext {
  const last: RenderReport = { stage: 'preparing', share: -1 };
  return {
    signal,
    report(stage, share) {
      if (stage === last.stage && share < Math.min(1, last.share + LEAST_STEP)) return;
      last.stage = stage;
      last.share = share;
      report({ stage, share } satisfies RenderReport);
    },
  };
}

await serveProcess<VideoMethods, VideoConfig>({
  config: VIDEO_CONFIG,
  open: async (config) => {
    const { prepare, render } = createRenderer(config);
    return {
      prepare: (request, { signal }) => prepare(request, signal),
      render: (request, context) => render(request, contextOf(context)),
    };
  },
});
