import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errors, ownerOf, sendObject } from '../../http/index.ts';
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
      summary: 'Download the file of an asset',
      params: AssetParams,
      querystring: FileQuery,
      response: {
        200: { description: 'The file as it was uploaded.', content: MEDIA },
        206: { description: 'The byte range that was requested.', content: MEDIA },
        ...errors(404, 416),
      },
    };
    const config = { auth: 'bearer-or-signed-url', permission: 'assets:read' } as const;
    app.get('/api/v1/assets/:id/file', { schema, config }, async (request, reply) => {
      const asset = await findAsset(db, ownerOf(request), request.params.id);
      reply.header('content-disposition', contentDisposition(asset.name, asset.extension));
      return sendObject(request, reply, (range) => openAssetFile(storage, asset, range));
    });
  };
}

/** RFC 6266. Nothing in a name can end the header or leave a folder. */
export function contentDisposition(name: string, extension: string): string {
  const filename = name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
  const plain = filename.replaceAll(/[^\w .()-]/gu, '_');
  if (plain === filename) return `inline; filename="${plain}"`;
  const encoded = encodeURIComponent(filename).replaceAll(/['()*]/gu, percentEncoded);
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
