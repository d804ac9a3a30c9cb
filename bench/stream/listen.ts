import type { Account } from '../../scripts/running-service/client.ts';

export type StreamTimes = { firstAudioSeconds: number; totalSeconds: number; audioSeconds: number };
/** `pcm` is what was heard, in 16 bits. */
export type Heard = StreamTimes & { pcm: Buffer };

const HEADER_BYTES = 44;
const BYTES_PER_SECOND = 24_000 * 2;

/** Reads a stream as fast as it arrives. A header without samples does not count as audio. */
export async function listen(
  url: string,
  account: Account,
  text: string,
  signal?: AbortSignal,
): Promise<Heard> {
  const startedAt = performance.now();
  const secondsNow = () => (performance.now() - startedAt) / 1000;
  const response = await fetch(`${url}/api/v1/tts/stream`, {
    method: 'POST',
    ...(signal && { signal }),
    headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text, voice_id: 'af_heart', format: 'wav' }),
  });
  if (response.status !== 200 || !response.body)
    throw new Error(`the service answered ${response.status}: ${await response.text()}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let firstAudioSeconds = Number.NaN;
  for await (const chunk of response.body) {
    if (bytes <= HEADER_BYTES && bytes + chunk.byteLength > HEADER_BYTES) firstAudioSeconds = secondsNow();
    bytes += chunk.byteLength;
    chunks.push(chunk);
  }
  return {
    firstAudioSeconds,
    totalSeconds: secondsNow(),
    audioSeconds: (bytes - HEADER_BYTES) / BYTES_PER_SECOND,
    pcm: Buffer.concat(chunks).subarray(HEADER_BYTES),
  };
}
