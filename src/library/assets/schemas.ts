import { type Static, Type } from '@sinclair/typebox';
import { NextCursor, PageQuery, SignedQuery } from '../../http/index.ts';
import { type AssetRow, KINDS } from './asset.ts';
import { LONGEST_NAME } from './asset-name.ts';

const Kind = Type.Union(
  KINDS.map((kind) => Type.Literal(kind)),
  { description: 'Detected from the content.' },
);
const Name = Type.String({
  minLength: 1,
  maxLength: LONGEST_NAME,
  examples: ['Welcome clip'],
});

export const AssetView = Type.Object(
  {
    id: Type.String({ examples: ['asset_019b76daa80070008000000000000000'] }),
    name: Type.String(),
    kind: Kind,
    content_type: Type.String(),
    bytes: Type.Integer(),
    sha256: Type.String(),
    duration_seconds: Type.Optional(Type.Number({ description: 'Video and audio only.' })),
    width: Type.Optional(Type.Integer({ description: 'Video and images only, in pixels as displayed.' })),
    height: Type.Optional(Type.Integer()),
    created_at: Type.String({ format: 'date-time' }),
    file: Type.String({ description: 'Path of the file; needs your key.' }),
    file_url: Type.String({ description: 'Signed URL of the file, readable without a key for 7 days.' }),
  },
  { title: 'Asset' },
);

export const AssetPage = Type.Object({ assets: Type.Array(AssetView), next_cursor: NextCursor });
export const AssetParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const AssetListQuery = Type.Composite([PageQuery, Type.Object({ kind: Type.Optional(Kind) })]);
export const FileQuery = SignedQuery;
export const RenameRequest = Type.Object({ name: Name });

export const UrlRequestSchema = Type.Object({
  url: Type.String({
    description: 'Public URL of the file; redirects are not followed.',
    minLength: 1,
    maxLength: 2_000,
    examples: ['https://files.example.com/clip.mp4'],
  }),
  name: Type.Optional(Name),
});
export type UrlRequest = Static<typeof UrlRequestSchema>;

/** The schema is for the document only: the parts are read as they stream in. */
export const UploadSchema = Type.Object({
  file: Type.Optional(
    Type.String({ format: 'binary', description: 'Video, audio or image within the caps of your plan.' }),
  ),
  name: Type.Optional(Name),
});

export function viewOf(asset: AssetRow, urlOf: (path: string) => string): Static<typeof AssetView> {
  const file = `/api/v1/assets/${asset.id}/file`;
  const { id, name, kind, content_type, bytes, sha256, duration_seconds, width, height } = asset;
  return {
    id,
    name,
    kind,
    content_type,
    bytes,
    sha256,
    ...(duration_seconds !== null && { duration_seconds }),
    ...(width !== null && height !== null && { width, height }),
    created_at: asset.created_at.toISOString(),
    file,
    file_url: urlOf(file),
  };
}
