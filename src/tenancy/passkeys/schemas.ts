import { type Static, Type } from '@sinclair/typebox';
import type { Passkey } from './queries.ts';

const Encoded = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description: 'Base64url.' });
const CredentialId = Encoded(1366);
const Attachment = Type.Optional(Type.Union([Type.Literal('platform'), Type.Literal('cross-platform')]));
const Extensions = Type.Object({}, { additionalProperties: true });
const PublicKey = Type.Literal('public-key');
const Transport = Type.String({ maxLength: 32, pattern: '^[a-z-]+$' });

export const RegistrationResponseBody = Type.Object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: PublicKey,
    response: Type.Object({
      clientDataJSON: Encoded(8192),
      attestationObject: Encoded(65536),
      transports: Type.Optional(Type.Array(Transport, { maxItems: 10 })),
    }),
    clientExtensionResults: Extensions,
    authenticatorAttachment: Attachment,
  },
  { description: 'What `navigator.credentials.create()` gave, by its `toJSON()`.' },
);
export type RegistrationResponse = Static<typeof RegistrationResponseBody>;

export const SignInResponseBody = Type.Object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: PublicKey,
    response: Type.Object({
      clientDataJSON: Encoded(8192),
      authenticatorData: Encoded(8192),
      signature: Encoded(8192),
      userHandle: Type.Optional(Encoded(128)),
    }),
    clientExtensionResults: Extensions,
    authenticatorAttachment: Attachment,
  },
  {
    description:
      'Required for `passkey`: what `navigator.credentials.get()` gave for `passkey_options`, by its `toJSON()`.',
  },
);
export type SignInResponse = Static<typeof SignInResponseBody>;

export const CreationOptions = Type.Object(
  {
    challenge: Type.String(),
    rp: Type.Object({ name: Type.String(), id: Type.Optional(Type.String()) }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: PublicKey })),
    timeout: Type.Optional(Type.Integer({ description: 'Milliseconds.' })),
    excludeCredentials: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String(),
          type: Type.String(),
          transports: Type.Optional(Type.Array(Type.String())),
        }),
      ),
    ),
  },
  {
    additionalProperties: true,
    description:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON()` and `navigator.credentials.create()`.',
  },
);

export const SignInOptions = Type.Object(
  {
    challenge: Type.String(),
    rpId: Type.Optional(Type.String()),
    timeout: Type.Optional(Type.Integer({ description: 'Milliseconds.' })),
    userVerification: Type.Optional(Type.String()),
  },
  {
    additionalProperties: true,
    description:
      'After `passkey_options`: for `PublicKeyCredential.parseRequestOptionsFromJSON()` and `navigator.credentials.get()`. Valid once, for five minutes.',
  },
);

export const PasskeyName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'Yours to choose, such as the name of the device.',
});

export const PasskeyView = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  last_used_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});

export function viewOf(passkey: Passkey): Static<typeof PasskeyView> {
  return {
    id: passkey.id,
    name: passkey.name,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
  };
}

export const OwnerProof = Type.Object({
  password: Type.Optional(Type.String({ maxLength: 1024, description: 'The password of the account.' })),
  totp: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Authenticator or recovery code, if two-factor authentication is on.',
    }),
  ),
});
