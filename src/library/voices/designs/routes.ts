import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  type App,
  callerOf,
  cursorAfter,
  errors,
  type Idempotency,
  idFromCursor,
  isUuid,
  PageQuery,
} from '../../../http/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { checkedName } from '../../assets/index.ts';
import type { VoiceRow } from '../custom-voice.ts';
import { type DeleteVoiceDeps, deleteVoice } from '../delete-voice.ts';
import { VoiceNotFound } from '../errors.ts';
import { selectVoice, selectVoices, updateVoiceName } from '../queries.ts';
import { type CreateDesignDeps, createDesign } from './create-design.ts';
import { viewOfDesign } from './design.ts';
import type { PreviewDeps } from './preview-design.ts';
import { previewRoute } from './preview-route.ts';
import {
  DesignPage,
  DesignParams,
  DesignRequestSchema,
  DesignSchema,
  NewDesignSchema,
  RenameDesignSchema,
} from './schemas.ts';

export type DesignDeps = CreateDesignDeps & PreviewDeps & DeleteVoiceDeps & { idempotency: Idempotency };

const tags = ['Voices'];
const config = { auth: 'bearer-or-session', permission: 'voices:read' } as const;
const managing = { ...config, permission: 'voices:manage' } as const;
const once = { ...managing, idempotent: true } as const;
const params = DesignParams;
const oneSchema = {
  tags,
  summary: 'Get a voice design',
  params,
  response: { 200: DesignSchema, ...errors(404) },
};

export function designRoutes(deps: DesignDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    previewRoute(app, deps);
    createRoute(app, deps);
    listRoute(app, deps);
    readRoute(app, deps);
    renameRoute(app, deps);
    deleteRoute(app, deps);
  };
}

function createRoute(app: App, deps: DesignDeps): void {
  const schema = {
    tags,
    summary: 'Design a voice',
    description:
      'Makes a voice from a description, or saves a blend of presets as one. Takes a custom voice slot and costs nothing else. Poll the design until it is ready; its id is the voice_id.',
    body: DesignRequestSchema,
    response: { 201: NewDesignSchema, ...errors(402) },
  };
  app.post('/api/voices/design', { schema, config: once }, async (request, reply) =>
    deps.idempotency.answerOnce(request, reply, (keeper) =>
      createDesign(deps, callerOf(request), request.body, { requestId: request.id, keeper }),
    ),
  );
}

function listRoute(app: App, deps: DesignDeps): void {
  const schema = {
    tags,
    summary: 'List voice designs',
    description: 'Newest first.',
    querystring: PageQuery,
    response: { 200: DesignPage },
  };
  app.get('/api/voices/design', { schema, config }, async (request) => {
    const { limit, cursor } = request.query;
    const before = idFromCursor(cursor);
    const { accountId } = callerOf(request);
    const rows = await selectVoices(deps.db, accountId, { source: 'design', before, limit });
    return { designs: rows.slice(0, limit).map(viewOfDesign), next_cursor: cursorAfter(rows, limit) };
  });
}

function readRoute(app: App, deps: DesignDeps): void {
  app.get('/api/voices/design/:id', { schema: oneSchema, config }, async (request) =>
    viewOfDesign(await findDesign(deps.db, callerOf(request).accountId, request.params.id)),
  );
}

function renameRoute(app: App, deps: DesignDeps): void {
  const schema = { ...oneSchema, summary: 'Rename a voice design', body: RenameDesignSchema };
  app.patch('/api/voices/design/:id', { schema, config: managing }, async (request) => {
    const { accountId } = callerOf(request);
    const { id } = request.params;
    const name = checkedName(request.body.name);
    if (isUuid(id)) await updateVoiceName(deps.db, accountId, { id, source: 'design', name });
    return viewOfDesign(await findDesign(deps.db, accountId, id));
  });
}

function deleteRoute(app: App, deps: DesignDeps): void {
  const schema = {
    tags,
    summary: 'Delete a voice design',
    description:
      'Frees its slot and deletes its cached speech. Videos that are being made with it are finished.',
    params,
    response: { 204: { type: 'null', description: 'Deleted.' }, ...errors(404) },
  };
  app.delete('/api/voices/design/:id', { schema, config: managing }, async (request, reply) => {
    await deleteVoice(deps, callerOf(request).accountId, request.params.id, 'design');
    return reply.code(204).send();
  });
}

async function findDesign(db: Db, accountId: string, id: string): Promise<VoiceRow> {
  const design = isUuid(id) ? await selectVoice(db, accountId, id, 'design') : undefined;
  if (!design) throw new VoiceNotFound();
  return design;
}
