import { type Static, Type } from '@sinclair/typebox';

const Source = Type.Union([
  Type.Literal('preset'),
  Type.Literal('clone'),
  Type.Literal('design'),
  Type.Literal('community'),
]);

export const CatalogQuerySchema = Type.Object({
  source: Type.Optional(Source),
  language: Type.Optional(
    Type.String({ description: 'ISO code; `en` matches en-us and en-gb.', maxLength: 35 }),
  ),
  query: Type.Optional(Type.String({ description: 'Searches id, name and tags.', maxLength: 200 })),
});
export type CatalogQuery = Static<typeof CatalogQuerySchema>;

export const CatalogEntrySchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  source: Source,
  language: Type.String(),
  gender: Type.String(),
  tags: Type.Array(Type.String()),
  preview_url: Type.String(),
  price_credits: Type.Optional(Type.Integer()),
});
export type CatalogEntry = Static<typeof CatalogEntrySchema>;

export const CatalogSchema = Type.Object({
  voices: Type.Array(CatalogEntrySchema),
  designs: Type.Array(CatalogEntrySchema),
  listings: Type.Array(CatalogEntrySchema),
});
