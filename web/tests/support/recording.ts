import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeWav } from '../../../engines/codec/index.ts';
import { joinSamples } from '../../../engines/dsp/index.ts';
import { LINES, recorded } from '../../../engines/transcription/testing/recordings.ts';
import { silence } from '../../../engines/transcription/testing/spoken.ts';
import type { RunningService } from './service.ts';

/** A recording of somebody, made with a preset voice. */
export async function recordingOf(
  { url, dataDir }: RunningService,
  { text, voice = 'bm_george' }: { text: string; voice?: string },
): Promise<Buffer> {
  const key = (await readFile(join(dataDir, 'demo-key'), 'utf8')).trim();
  const response = await fetch(`${url}/api/v1/tts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text, voice_id: voice }),
  });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

/** Eight seconds of a preset voice, which speaks like somebody whose voice is cloned or looked for. */
export async function storedSample(voice = 'bm_george'): Promise<Buffer> {
  const lines = await Promise.all([...LINES, LINES[0]].map((line) => recorded(line, voice)));
  return encodeWav([joinSamples(lines.flatMap((line) => [line, silence(0.3)]))], 16_000);
}
