import { serveProcess } from '../../platform/process-pool/index.ts';
import type { VideoTools } from './encode/run-ffmpeg.ts';
import type { RenderReport, VideoMethods } from './methods.ts';
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
/** Steps of progress that are told. */
const LEAST_STEP = 0.005;

function render(request: RenderRequest, context: RenderContext): Promise<RenderedVideo> {
  const { picture } = request;
  if (picture.kind === 'presenter')
    return renderPresenter({ tools, folder }, { ...request, picture }, context);
  throw new Error(`nothing renders a picture of the kind ${picture.kind}`);
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
