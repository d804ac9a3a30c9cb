import { operatorFetch } from '../../../platform/operator-fetch.ts';
import { readBounded } from './read-bounded.ts';

const TIMEOUT_MS = 10_000;
/** The longest signature has 132 bytes. */
const MOST_BYTES = 1_024;

/** A signer outside, such as an HSM with a small server before it: the bytes go there, the signature comes back. */
export type SigningService = { url: string; secret: string | undefined };

export async function askForSignature(
  { url, secret }: SigningService,
  algorithm: string,
  bytes: Uint8Array,
  timeoutMs = TIMEOUT_MS,
): Promise<Buffer> {
  const response = await operatorFetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      accept: 'application/octet-stream',
      'x-signature-algorithm': algorithm,
      ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
    },
    body: bytes,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = await readBounded(response, MOST_BYTES);
  if (response.status !== 200) throw new Error(`the signing service answered with status ${response.status}`);
  return answer;
}
