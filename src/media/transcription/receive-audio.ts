import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { receiveUpload } from '../../http/index.ts';
import { OutboundFailed, type OutboundPolicy, safeFetch } from '../../platform/safe-fetch/index.ts';
import { withScratchFolder } from '../../platform/scratch.ts';
import { AudioRequired, AudioUrlFailed } from './errors.ts';
import { FETCH_TIMEOUT_MS, MAX_BYTES } from './limits.ts';

/** A request whose audio has not been read yet. */
export type Received = {
  /** Form or JSON fields other than the audio. */
  fields: Record<string, string>;
  /** Identifies the audio for a repeated call. */
  fingerprint: string[];
  /** Provides the audio as a file that is removed when `use` ends. */
  withFile<Result>(signal: AbortSignal, use: (path: string) => Promise<Result>): Promise<Result>;
};

export async function receiveAudio<Result>(
  outbound: OutboundPolicy,
  request: FastifyRequest,
  use: (received: Received) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) return use(fromUrl(outbound, request.body));
  return receiveUpload(request, { maxFileBytes: MAX_BYTES, maxFiles: 1 }, async ({ files, fields }) => {
    const [file] = files;
    if (!file) throw new AudioRequired();
    return use({
      fields,
      fingerprint: [file.sha256, JSON.stringify(Object.entries(fields).sort())],
      withFile: (_signal, read) => read(file.path),
    });
  });
}

function fromUrl(outbound: OutboundPolicy, body: unknown): Received {
  const { audio_url: url, ...rest } = (body ?? {}) as Record<string, unknown>;
  if (typeof url !== 'string') throw new AudioRequired();
  // Strings, as in a form; the schema has checked their types.
  const fields = Object.entries(rest).map(([name, value]) => [name, String(value)]);
  return {
    fields: Object.fromEntries(fields) as Record<string, string>,
    fingerprint: [],
    withFile: async (signal, use) => {
      const audio = await download(url, outbound, signal);
      return withScratchFolder(async (folder) => {
        const path = join(folder, '0');
        await writeFile(path, audio, { mode: 0o600 });
        return use(path);
      });
    },
  };
}

async function download(url: string, outbound: OutboundPolicy, signal: AbortSignal): Promise<Buffer> {
  try {
    const options = { ...outbound, maxBytes: MAX_BYTES, timeoutMs: FETCH_TIMEOUT_MS, signal };
    const { status, body } = await safeFetch(url, options);
    if (status === 200) return body;
    throw new AudioUrlFailed('audio_url_failed', `The audio_url answered with status ${status}.`);
  } catch (error) {
    if (error instanceof OutboundFailed) throw new AudioUrlFailed(error.code, error.public, error.cause);
    throw error;
  }
}
