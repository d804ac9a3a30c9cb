import { type Static, Type } from '@sinclair/typebox';
import { PERMISSIONS } from '../../http/index.ts';
import type { CreatedKey } from './manage-keys.ts';
import type { ApiKey } from './queries.ts';

const MAX_ADDRESSES = 50;
const MAX_CREDITS = 1_000_000_000_000;

export const Time = Type.String({ format: 'date-time' });

export const Credits = Type.Integer({ minimum: 0, maximum: MAX_CREDITS });
export const AddressList = Type.Array(Type.String({ maxLength: 64 }), {
  minItems: 1,
  maxItems: MAX_ADDRESSES,
});

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'What the key is for.',
});

/** These fields narrow a key. */
const Narrowing = {
  permissions: Type.Union(
    [
      Type.Array(Type.Union(PERMISSIONS.map((permission) => Type.Literal(permission))), {
        minItems: 1,
        maxItems: PERMISSIONS.length,
        uniqueItems: true,
      }),
      Type.Null(),
    ],
    {
      description:
        'Groups of routes that the key may use. `speech` is all of a group, `speech:use` what makes something and is paid for, `speech:manage` what changes the account, `speech:read` only reading, which the other two include. Each operation names what it needs as `x-permission`. Null means all.',
    },
  ),
  allowed_addresses: Type.Union([AddressList, Type.Null()], {
    description: 'IPv4 and IPv6 addresses and CIDRs that the key may be used from. Null means everywhere.',
  }),
  monthly_credit_limit: Type.Union([Credits, Type.Null()], {
    description: 'Credits that the key may use per billing cycle. Null means no limit.',
  }),
};

const STORED = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  prefix: Type.String({ description: 'The first characters of the key.' }),
  last_four: Type.String({ description: 'The last four characters of the key.' }),
  created_at: Time,
  last_used_at: Type.Union([Time, Type.Null()], { description: 'Accurate to the minute.' }),
  revoked: Type.Boolean(),
  revoked_at: Type.Union([Time, Type.Null()]),
  permissions: Type.Union([Type.Array(Type.String()), Type.Null()]),
  allowed_addresses: Type.Union([Type.Array(Type.String()), Type.Null()]),
};

const StoredKey = Type.Object(STORED);

export const ApiKeyView = Type.Object(
  { ...STORED, monthly_credit_limit: Type.Union([Type.Integer(), Type.Null()]) },
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
  name: Type.Optional(Name),
  ephemeral: Type.Optional(
    Type.Boolean({ default: false, description: 'Creates a key for a browser that ends with the session.' }),
  ),
  ...Type.Partial(Type.Object(Narrowing)).properties,
});

export const ChangeKeyBody = Type.Partial(Type.Object({ name: Name, ...Narrowing }));

export const KeyParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });

/** The credit limit is not here: the money group keeps it. */
export function viewOfKey(key: ApiKey): Static<typeof StoredKey> {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    last_four: key.lastFour,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked: key.revokedAt !== null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    permissions: key.permissions && [...key.permissions],
    allowed_addresses: key.allowedAddresses && [...key.allowedAddresses],
  };
}

export function viewOfCreatedKey(key: CreatedKey, creditLimit: number | null): Static<typeof CreatedKeyView> {
  return {
    ...viewOfKey(key),
    monthly_credit_limit: creditLimit,
    api_key: key.key,
    expires_at: key.expiresAt?.toISOString() ?? null,
  };
}
