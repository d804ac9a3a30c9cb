import type { FastifyRequest } from 'fastify';
import { type Caller, receiveUpload } from '../../http/index.ts';
import { MEGABYTE } from '../../platform/megabyte.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { FileRequired, fetchMedia } from '../assets/index.ts';

const MOST_BYTES = 15 * MEGABYTE;

export type Recording = { path: string; filename: string };

/** One recording, from a form or from a URL, as a file that is removed when `use` ends. */
export async function receiveRecording<Result>(
  outbound: OutboundPolicy,
  caller: Caller,
  request: FastifyRequest,
  signal: AbortSignal,
  use: (recording: Recording) => Promise<Result>,
): Promise<Result> {
  if (request.isMultipart())
    return receiveUpload(request, { maxFileBytes: MOST_BYTES, maxFiles: 1 }, async ({ files: [file] }) => {
      if (!file) throw new FileRequired();
      return use({ path: file.path, filename: file.filename });
    });
  // The schema is not applied to a request without a body.
  const { url } = (request.body ?? {}) as { url?: string };
  if (url === undefined) throw new FileRequired();
  return fetchMedia(outbound, caller, url, signal, (path) => use({ path, filename: 'recording' }));
}
