import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, errors, formHasNoBody } from '../../http/index.ts';
import { answerNewAsset, type NewAssetDeps } from './answer-new-asset.ts';
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

export function assetRoutes(deps: AssetDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const config = { auth: 'bearer' } as const;
    const tags = ['Assets'];
    const params = AssetParams;

    const listSchema = {
      tags,
      summary: 'List assets',
      description: 'Newest first.',
      querystring: AssetListQuery,
      response: { 200: AssetPage },
    };
    app.get('/api/v1/assets', { schema: listSchema, config }, async (request) => {
      const { assets, nextCursor } = await listAssets(deps.db, callerOf(request).accountId, request.query);
      return { assets: assets.map(viewOf), next_cursor: nextCursor };
    });

    const addSchema = {
      tags,
      summary: 'Add a video, a sound or a picture to the library',
      description:
        'An upload or a `url`, within the size and length caps of your plan. What it is is found out by reading it. Its id can stand for a URL in `input[]` of generate.',
      consumes: ['multipart/form-data', 'application/json'],
      body: {
        content: {
          'application/json': { schema: UrlRequestSchema },
          'multipart/form-data': { schema: UploadSchema },
        },
      },
      response: { 201: AssetView, ...errors(503) },
    };
    const preValidation = async (request: Parameters<typeof formHasNoBody>[0]) => formHasNoBody(request);
    app.post('/api/v1/assets', { schema: addSchema, config, preValidation }, async (request, reply) =>
      answerNewAsset(deps, request, reply),
    );

    const oneSchema = { tags, summary: 'One asset', params, response: { 200: AssetView, ...errors(404) } };
    app.get('/api/v1/assets/:id', { schema: oneSchema, config }, async (request) =>
      viewOf(await findAsset(deps.db, callerOf(request).accountId, request.params.id)),
    );

    const renameSchema = { ...oneSchema, summary: 'Rename an asset', body: RenameRequest };
    app.patch('/api/v1/assets/:id', { schema: renameSchema, config }, async (request) => {
      const { id } = request.params;
      return viewOf(await renameAsset(deps.db, callerOf(request).accountId, id, request.body.name));
    });

    const deleteSchema = {
      tags,
      summary: 'Delete an asset and its file',
      description: '409 while a job that has not ended uses it.',
      params,
      response: { 204: { type: 'null', description: 'It is gone.' }, ...errors(404, 409) },
    };
    app.delete('/api/v1/assets/:id', { schema: deleteSchema, config }, async (request, reply) => {
      await deleteAsset(deps, callerOf(request).accountId, request.params.id);
      return reply.code(204).send();
    });

    await app.register(fileRoute(deps));
  };
}
