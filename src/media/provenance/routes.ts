import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import {
  addressOf,
  type ConcurrencyLimit,
  clientGone,
  errors,
  formHasNoBody,
  limitByAddress,
  receiveUpload,
} from '../../http/index.ts';
import { FileRequired, fetchMedia } from '../../library/assets/index.ts';
import { planOf } from '../../money/plans/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { type CheckDeps, checkFile } from './check-file.ts';
import { CheckSchema, CheckUpload, CheckUrlRequest } from './schemas.ts';

type Deps = CheckDeps & {
  clock: Clock;
  outbound: OutboundPolicy;
  uploads: ConcurrencyLimit;
  /** Anybody may ask, without a key. */
  isPublic: boolean;
};

/** Of an address, on this node. A check takes a second of processor time. */
const PER_MINUTE = 20;
/** The caps of whoever has no account. */
const STRANGERS_PLAN = 'free';

export function fileCheckRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  const limit = limitByAddress(deps.clock, PER_MINUTE);
  return async (app) => {
    const schema = {
      tags: ['Provenance'],
      summary: 'Check whether a machine made a file',
      description: `Looks for a watermark in the sound and for a signed manifest (C2PA) in the file, and says what they say. Takes an upload or a \`url\`, within the caps of the plan. It costs nothing; an address may ask ${PER_MINUTE} times a minute. The file is not kept. No mark does not mean that no machine was at work.`,
      consumes: ['multipart/form-data', 'application/json'],
      body: {
        content: {
          'application/json': { schema: CheckUrlRequest },
          'multipart/form-data': { schema: CheckUpload },
        },
      },
      response: { 200: CheckSchema, ...errors(502, 503) },
    };
    const auth = deps.isPublic ? ('public' as const) : ('bearer-or-session' as const);
    app.post(
      '/api/v1/provenance/check',
      {
        schema,
        config: { auth, permission: 'any:use' },
        preValidation: async (request) => formHasNoBody(request),
      },
      async (request, reply) => {
        const address = addressOf(request);
        limit(address);
        const plan = request.caller?.plan ?? STRANGERS_PLAN;
        const signal = clientGone(reply);
        const accountId = request.caller?.accountId ?? null;
        const asking = { accountId, address, maxSeconds: planOf(plan).mediaSeconds, signal };
        const check = (path: string) => checkFile(deps, path, asking);
        return deps.uploads.run(accountId ?? address, () => withFile(deps, request, { plan, signal }, check));
      },
    );
  };
}

async function withFile<Result>(
  { outbound }: Deps,
  request: FastifyRequest,
  { plan, signal }: { plan: string; signal: AbortSignal },
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) {
    // The schema is not applied to a request without a body.
    const { url } = (request.body ?? {}) as { url?: string };
    if (url === undefined) throw new FileRequired();
    return fetchMedia(outbound, { plan }, url, signal, use);
  }
  const limits = { maxFileBytes: planOf(plan).uploadBytes, maxFiles: 1 };
  return receiveUpload(request, limits, async ({ files: [file] }) => {
    if (!file) throw new FileRequired();
    return use(file.path);
  });
}
