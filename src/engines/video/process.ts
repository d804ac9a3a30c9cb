import { serveProcess } from '../../platform/process-pool/index.ts';
import { renderClip } from './clip/render-clip.ts';
import type { VideoTools } from './encode/run-ffmpeg.ts';
import type { FaceNetworks } from './face/load-face-networks.ts';
import { openFaces } from './face/open-faces.ts';
import type { RenderReport, VideoMethods } from './methods.ts';
import { openPainters } from './painting/open-painters.ts';
import { renderPortrait } from './portrait/render-portrait.ts';
import { createPresenterShelf } from './presenter/presenter-shelf.ts';
import { renderPresenter } from './presenter/render-presenter.ts';
import type { RenderContext } from './render-context.ts';
import type { RenderedVideo, RenderRequest } from './types.ts';

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

const tools = JSON.parse(required('VIDEO_TOOLS')) as VideoTools;
const folder = required('VIDEO_PRESENTERS');
const modelsDir = required('VIDEO_MODELS');
const shelf = createPresenterShelf(tools, folder);
const painters = openPainters();
/** Steps of progress that are told. */
const LEAST_STEP = 0.005;

let opened: Promise<FaceNetworks> | undefined;

/** Presenters need none, so they are loaded for the first picture that does. */
function openFacesOnce(): Promise<FaceNetworks> {
  opened ??= openFaces({ modelsDir });
  return opened;
}

async function render(request: RenderRequest, context: RenderContext): Promise<RenderedVideo> {
  const { picture } = request;
  switch (picture.kind) {
    case 'presenter':
      return renderPresenter({ tools, folder, shelf, painters }, { ...request, picture }, context);
    case 'image':
      return renderPortrait(
        { tools, faces: await openFacesOnce(), painters },
        { ...request, picture },
        context,
      );
    case 'video':
      return renderClip({ tools, faces: await openFacesOnce(), painters }, { ...request, picture }, context);
  }
}

await serveProcess<VideoMethods>({
  methods: {
    render: async (request, { signal, report }) => {
      const last: RenderReport = { stage: 'preparing', share: -1 };
      return render(request, {
        signal,
        report(stage, share) {
          if (stage === last.stage && share < Math.min(1, last.share + LEAST_STEP)) return;
          last.stage = stage;
          last.share = share;
          report({ stage, share } satisfies RenderReport);
        },
      });
    },
  },
});
