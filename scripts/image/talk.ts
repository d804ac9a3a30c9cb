/** Speaks with a running service, and listens to what it said. */
import assert from 'node:assert/strict';

export type Reachable = { server: string; key: string };

const SPEECH = { voice_id: 'af_heart', format: 'wav' };
/** Of the largest sample. Silence and noise of rounding are far below. */
const QUIETEST_PEAK = 2_000;

export async function speaks({ server, key }: Reachable, text: string): Promise<Buffer<ArrayBuffer>> {
  const response = await fetch(`${server}/api/v1/tts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...SPEECH, text }),
  });
  if (!response.ok) throw new Error(`Speech was answered with ${response.status}: ${await response.text()}`);
  const sound = Buffer.from(await response.arrayBuffer());
  assert.equal(sound.toString('latin1', 0, 4), 'RIFF');
  const samples = new Int16Array(
    sound.buffer.slice(sound.byteOffset + 44, sound.byteOffset + (sound.length & ~1)),
  );
  assert.ok(
    samples.some((sample) => Math.abs(sample) > QUIETEST_PEAK),
    'the speech is silent',
  );
  return sound;
}

export async function hears(
  { server, key }: Reachable,
  sound: Buffer<ArrayBuffer>,
  expected: RegExp,
): Promise<void> {
  const body = new FormData();
  body.set('file', new Blob([sound], { type: 'audio/wav' }), 'speech.wav');
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${server}/api/v1/stt`, { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`Transcription was answered with ${response.status}: ${text}`);
  assert.match((JSON.parse(text) as { text: string }).text, expected);
}
