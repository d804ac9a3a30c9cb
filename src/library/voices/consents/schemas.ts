import { Type } from '@sinclair/typebox';
import { Receipt, ReceiptClaims } from '../../consents/index.ts';

const DateTime = Type.String({ format: 'date-time' });

export const Challenge = Type.Object({
  challenge_id: Type.String({ format: 'uuid' }),
  sentence: Type.String({ description: 'Read it aloud and record it.' }),
  expires_at: DateTime,
});

/** The schema is for the document only: the parts are read as they stream in. */
export const ConsentUpload = Type.Object({
  challenge_id: Type.String({ format: 'uuid' }),
  recording: Type.String({ format: 'binary', description: 'Audio of at most 30 seconds and 8 MB.' }),
});

export const KeyView = Type.Object({
  kid: Type.String({ description: 'JWK thumbprint (RFC 7638).' }),
  jwk: Type.Object({ kty: Type.String(), crv: Type.String(), x: Type.String() }),
  pem: Type.String(),
});

export const VerifyRequest = Type.Object({ receipt: Receipt });
export const Verdict = Type.Object({
  valid: Type.Boolean({ description: 'Whether this service signed the receipt.' }),
  consent: Type.Union([ReceiptClaims, Type.Null()]),
});
