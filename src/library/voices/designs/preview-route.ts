import { type App, callerOf, clientGone, errors, type Idempotency } from '../../../http/index.ts';
import { type PreviewDeps, previewDesign } from './preview-design.ts';
import { PreviewRequestSchema, PreviewsSchema } from './schemas.ts';

const tags = ['Voices'];

const config = { auth: 'bearer-or-session', permission: 'voices:read' } as const;

const managing = { ...config, permission: 'voices:manage' } as const;

const once = { ...managing, idempotent: true } as const;

type Deps = PreviewDeps & { idempotency: Idempotency };

export function previewRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Preview a voice design',
    description:
      'Speaks `preview_text` in the described voice and stores nothing. Costs one credit per character of that text for each candidate; nothing if it fails. Answers with a WAV, or with `Accept: application/json` with up to three candidates. The same prompt and seed give the same voice when you create it.',
    body: PreviewRequestSchema,
    response: {
      200: {
        description: 'The preview.',
        headers: {
          'X-Provenance-Id': {
            type: 'string',
            description: 'Id in GET /api/v1/provenance, of a WAV. As JSON, the manifest in each file has it.',
          },
        },
        content: {
          'audio/wav': { schema: { type: 'string', format: 'binary' } },
          'application/json': { schema: PreviewsSchema },
        },
      },
      ...errors(402, 502),
    },
  };
  app.post(
    '/api/voices/design/preview',
    { schema, config: { ...once, permission: 'voices:use' } },
    async (request, reply) => {
      const asJson = wantsJson(request.headers.accept, request.body.candidates);
      const signal = clientGone(reply);
      const run = (keeper: Parameters<typeof previewDesign>[3]['keeper']) =>
        previewDesign(deps, callerOf(request), request.body, {
          asJson,
          requestId: request.id,
          signal,
          keeper,
        });
      return deps.idempotency.answerOnce(request, reply, run, [asJson ? 'json' : 'wav']);
    },
  );
}

/** Some clients send `application/json, text/plain, *\/*` with everything; they get the WAV. */
function wantsJson(accept = '', candidates?: number): boolean {
  if (!/\bapplication\/json\b/iu.test(accept)) return false;
  return candidates !== undefined || !accept.includes('*/*');
}
