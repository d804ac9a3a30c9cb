import { type Static, Type } from '@sinclair/typebox';
import type { CreatedKey } from './manage-keys.ts';
import type { ApiKey } from './queries.ts';

const Time = Type.String({ format: 'date-time' });

export const ApiKeyView = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    prefix: Type.String({ description: 'The first characters of the key.' }),
    last_four: Type.String({ description: 'The last four characters of the key.' }),
    created_at: Time,
    last_used_at: Type.Union([Time, Type.Null()], { description: 'Accurate to the minute.' }),
    revoked: Type.Boolean(),
    revoked_at: Type.Union([Time, Type.Null()]),
  },
  { description: 'An API key, without the key itself.' },
);

export const CreatedKeyView = Type.Composite([
  ApiKeyView,
  Type.Object({
    api_key: Type.String({ description: 'Shown only in this response. Store it safely.' }),
    expires_at: Type.Union([Time, Type.Null()], { description: 'Null unless the key is ephemeral.' }),
  }),
]);

export const CreateKeyBody = Type.Object({
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '^[^\\u0000-\\u001f\\u007f]*$',
      description: 'What the key is for.',
    }),
  ),
  ephemeral: Type.Optional(
    Type.Boolean({ default: false, description: 'Creates a key for a browser that ends with the session.' }),
  ),
});

export const KeyParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export function viewOfKey(key: ApiKey): Static<typeof ApiKeyView> {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    last_four: key.lastFour,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked: key.revokedAt !== null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}

export function viewOfCreatedKey(key: CreatedKey): Static<typeof CreatedKeyView> {
  return { ...viewOfKey(key), api_key: key.key, expires_at: key.expiresAt?.toISOString() ?? null };
}
