import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errors, ownerOf, sendObject } from '../../http/index.ts';
import { contentDisposition } from './content-disposition.ts';
import { findAsset, openAssetFile } from './find-asset.ts';
import { AssetParams, FileQuery } from './schemas.ts';
import type { MediaDeps } from './store-media.ts';

const MEDIA = {
  'video/*': { schema: { type: 'string', format: 'binary' } },
  'audio/*': { schema: { type: 'string', format: 'binary' } },
  'image/*': { schema: { type: 'string', format: 'binary' } },
};

export function fileRoute({ db, storage }: Pick<MediaDeps, 'db' | 'storage'>): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Assets'],
      summary: 'The file of an asset',
      params: AssetParams,
      querystring: FileQuery,
      response: {
        200: { description: 'The file as it was sent.', content: MEDIA },
        206: { description: 'The part that a Range header asked for.', content: MEDIA },
        ...errors(404, 416),
      },
    };
    const config = { auth: 'bearer-or-signed-url' } as const;
    app.get('/api/v1/assets/:id/file', { schema, config }, async (request, reply) => {
      const asset = await findAsset(db, ownerOf(request), request.params.id);
      reply.header('content-disposition', contentDisposition(asset.name, asset.extension));
      return sendObject(request, reply, (range) => openAssetFile(storage, asset, range));
    });
  };
}
