import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A test may do each of these wrong. */
export type Lie = Partial<{ origin: string; challenge: string; rpId: string; flags: number; type: string }>;

type Options = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } };

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const AAGUID = Buffer.alloc(16);

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** A device with one passkey (ES256), as a browser shows it to a page. */
export function createAuthenticator(origin = 'http://localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let userHandle = '';
  const device = {
    id,
    /** Signatures so far. It counts up by one each time. */
    counter: 0,
    create(options: Options, lie: Lie = {}) {
      userHandle = options.user?.id ?? '';
      const flags = lie.flags ?? USER_PRESENT | USER_VERIFIED;
      const credential = [AAGUID, uint16(credentialId.length), credentialId, coseKey()];
      const data = [authData(lie.rpId ?? options.rp?.id, flags | HAS_CREDENTIAL), ...credential];
      const attestation = cborMap([
        [text('fmt'), text('none')],
        [text('attStmt'), cborMap([])],
        [text('authData'), bytes(Buffer.concat(data))],
      ]);
      const response = {
        clientDataJSON: clientData('webauthn.create', options, lie).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      };
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
    },
    get(options: Options, lie: Lie = {}) {
      device.counter += 1;
      const authenticatorData = authData(lie.rpId ?? options.rpId, lie.flags ?? USER_PRESENT | USER_VERIFIED);
      const client = clientData('webauthn.get', options, lie);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()]);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle,
      };
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
    },
  };

  function clientData(type: string, { challenge }: Options, lie: Lie): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...lie }));
  }

  function authData(rpId: string | undefined, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(device.counter);
    return Buffer.concat([
      createHash('sha256')
        .update(rpId ?? '')
        .digest(),
      Buffer.from([flags]),
      counter,
    ]);
  }

  /** kty EC2, alg ES256, crv P-256, x, y. */
  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return cborMap([
      [integer(1), integer(2)],
      [integer(3), integer(-7)],
      [integer(-1), integer(1)],
      [integer(-2), bytes(Buffer.from(x, 'base64url'))],
      [integer(-3), bytes(Buffer.from(y, 'base64url'))],
    ]);
  }

  return device;
}

function head(major: number, value: number): Buffer {
  const kind = major << 5;
  if (value < 24) return Buffer.from([kind | value]);
  if (value < 256) return Buffer.from([kind | 24, value]);
  return Buffer.concat([Buffer.from([kind | 25]), uint16(value)]);
}

function integer(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, value.length), Buffer.from(value)]);
}

function cborMap(entries: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat()]);
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16BE(value);
  return buffer;
}
