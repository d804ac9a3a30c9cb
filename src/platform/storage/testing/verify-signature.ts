import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const HEADER =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** AWS Signature Version 4 of a request as it came over the wire. */
export function hasValidSignature(
  request: IncomingMessage,
  account: { accessKeyId: string; secretAccessKey: string },
): boolean {
  const [, accessKeyId, scope = '', signedHeaders = '', signature = ''] =
    HEADER.exec(request.headers.authorization ?? '') ?? [];
  if (accessKeyId !== account.accessKeyId) return false;
  const toSign = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonicalRequest(request, signedHeaders)).digest('hex'),
  ].join('\n');
  const key = scope.split('/').reduce<Buffer>(hmac, Buffer.from(`AWS4${account.secretAccessKey}`));
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
}

function canonicalRequest(request: IncomingMessage, signedHeaders: string): string {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const parameters = query.split('&').filter(Boolean);
  return [
    request.method,
    path,
    parameters
      .map((parameter) => (parameter.includes('=') ? parameter : `${parameter}=`))
      .sort()
      .join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
