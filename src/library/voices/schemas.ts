import { type Static, Type } from '@sinclair/typebox';
import { NextCursor, PageQuery } from '../../http/index.ts';

const Source = Type.Union([
  Type.Literal('preset'),
  Type.Literal('clone'),
  Type.Literal('design'),
  Type.Literal('community'),
]);

export const CloneParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

export const CatalogQuerySchema = Type.Object({
  source: Type.Optional(Source),
  language: Type.Optional(
    Type.String({
      description:
        'ISO code; `en` matches en-us and en-gb. Lists the voices whose own language it is. Where none is native, those that speak it with the level `good` follow.',
      maxLength: 35,
    }),
  ),
  query: Type.Optional(
    Type.String({ description: 'Searches id, name, tags and the prompt of a design.', maxLength: 200 }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of results. Default: all.' }),
  ),
  cursor: PageQuery.properties.cursor,
});
export type CatalogQuery = Static<typeof CatalogQuerySchema>;

const SpokenLanguage = Type.Object({
  language: Type.String(),
  level: Type.Union([Type.Literal('native'), Type.Literal('good'), Type.Literal('accented')], {
    description:
      '`native`: the speech model learnt it. `good`: a recogniser gets at most 6 % of the characters wrong. `accented`: at most 12 %, or not measured.',
  }),
  character_errors: Type.Union([Type.Number(), Type.Null()], {
    description:
      'Share of characters that a recogniser gets wrong, from 0 to 1. Null where it was not measured.',
  }),
  estimated: Type.Boolean({
    description:
      'Whether it is the level of the preset that the voice is based on. True for clones and designs.',
  }),
});

export const CatalogEntrySchema = Type.Object({
  id: Type.String({ description: 'The voice_id.' }),
  name: Type.String(),
  source: Source,
  language: Type.String({ description: 'Spoken unless a request names another.' }),
  languages: Type.Array(SpokenLanguage, {
    description:
      'Languages that the voice speaks well, its own first. Any other language of the service can be asked for too. Empty for voices of a remote engine; only their own for published voices of others.',
  }),
  gender: Type.String(),
  tags: Type.Array(Type.String()),
  preview_url: Type.String(),
  price_credits: Type.Optional(Type.Integer()),
});
export type CatalogEntry = Static<typeof CatalogEntrySchema>;

export const CatalogSchema = Type.Object({
  voices: Type.Array(CatalogEntrySchema),
  designs: Type.Array(CatalogEntrySchema, { description: 'Those of `voices` that are designs.' }),
  listings: Type.Array(CatalogEntrySchema, { description: 'Those of `voices` that others published.' }),
  next_cursor: NextCursor,
});

export const SimilarQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Maximum number of results.' }),
});

/** The schema is for the document only: the file is read as it streams in. */
export const SimilarUploadSchema = Type.Object({
  file: Type.Optional(
    Type.String({
      format: 'binary',
      description: 'A recording of one voice: at least 3 seconds of speech, at most 60 seconds and 15 MB.',
    }),
  ),
});
export const SimilarUrlSchema = Type.Object({
  url: Type.String({
    description: 'Public URL of the recording; redirects are not followed.',
    minLength: 1,
    maxLength: 2_000,
    examples: ['https://files.example.com/voice.mp3'],
  }),
});

export const SimilarSchema = Type.Object({
  voices: Type.Array(
    Type.Composite([
      CatalogEntrySchema,
      Type.Object({
        similarity: Type.Number({
          description:
            'Cosine of the speaker embeddings, from −1 to 1. Two recordings of one person score about 0.86, recordings of different people much less.',
        }),
      }),
    ]),
    { description: 'Most similar first.' },
  ),
});
