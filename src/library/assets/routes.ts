import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf, errors, formHasNoBody } from '../../http/index.ts';
import { answerNewAsset, type NewAssetDeps } from './answer-new-asset.ts';
import type { AssetRow } from './asset.ts';
import { deleteAsset, type IsAssetInUse } from './delete-asset.ts';
import { fileRoute } from './file-route.ts';
import { findAsset, listAssets } from './find-asset.ts';
import { renameAsset } from './rename-asset.ts';
import {
  AssetListQuery,
  AssetPage,
  AssetParams,
  AssetView,
  RenameRequest,
  UploadSchema,
  UrlRequestSchema,
  viewOf,
} from './schemas.ts';

export type AssetDeps = NewAssetDeps & { isAssetInUse: IsAssetInUse };

const config = { auth: 'bearer', permission: 'assets:read' } as const;
// A session can do this too, because the console's own key cannot change the account.
const managing = { auth: 'bearer-or-session', permission: 'assets:manage' } as const;
const tags = ['Assets'];
const params = AssetParams;
const oneSchema = { tags, summary: 'Get an asset', params, response: { 200: AssetView, ...errors(404) } };

export function assetRoutes(deps: AssetDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    listRoute(app, deps);
    addRoute(app, deps);
    readRoute(app, deps);
    renameRoute(app, deps);
    deleteRoute(app, deps);
    await app.register(fileRoute(deps));
  };
}

function listRoute(app: App, deps: AssetDeps): void {
  const schema = {
    tags,
    summary: 'List assets',
    description: 'Newest first.',
    querystring: AssetListQuery,
    response: { 200: AssetPage },
  };
  app.get('/api/v1/assets', { schema, config }, async (request) => {
    const { accountId } = callerOf(request);
    const { assets, nextCursor } = await listAssets(deps.db, accountId, request.query);
    return { assets: assets.map((asset) => show(deps, asset, accountId)), next_cursor: nextCursor };
  });
}

function addRoute(app: App, deps: AssetDeps): void {
  const schema = {
    tags,
    summary: 'Create an asset',
    description:
      'Stores a video, audio or image from an upload or a `url`, within the caps of your plan. The type is detected from the content. Use its id instead of a URL in `input[]` of POST /api/v1/generate.',
    consumes: ['multipart/form-data', 'application/json'],
    body: {
      content: {
        'application/json': { schema: UrlRequestSchema },
        'multipart/form-data': { schema: UploadSchema },
      },
    },
    response: { 201: AssetView, ...errors(402, 503) },
  };
  const preValidation = async (request: Parameters<typeof formHasNoBody>[0]) => formHasNoBody(request);
  app.post(
    '/api/v1/assets',
    { schema, config: { ...managing, idempotent: true }, preValidation },
    async (request, reply) => answerNewAsset(deps, request, reply),
  );
}

function readRoute(app: App, deps: AssetDeps): void {
  app.get('/api/v1/assets/:id', { schema: oneSchema, config }, async (request) => {
    const { accountId } = callerOf(request);
    return show(deps, await findAsset(deps.db, accountId, request.params.id), accountId);
  });
}

function renameRoute(app: App, deps: AssetDeps): void {
  const schema = { ...oneSchema, summary: 'Rename an asset', body: RenameRequest };
  app.patch('/api/v1/assets/:id', { schema, config: managing }, async (request) => {
    const { accountId } = callerOf(request);
    return show(deps, await renameAsset(deps.db, accountId, request.params.id, request.body.name), accountId);
  });
}

function deleteRoute(app: App, deps: AssetDeps): void {
  const schema = {
    tags,
    summary: 'Delete an asset',
    description: 'Returns 409 while an unfinished job uses it.',
    params,
    response: { 204: { type: 'null', description: 'Deleted.' }, ...errors(404, 409) },
  };
  app.delete('/api/v1/assets/:id', { schema, config: managing }, async (request, reply) => {
    await deleteAsset(deps, callerOf(request).accountId, request.params.id);
    return reply.code(204).send();
  });
}

function show({ signUrl }: AssetDeps, asset: AssetRow, accountId: string) {
  return viewOf(asset, (path) => signUrl(path, accountId));
}
