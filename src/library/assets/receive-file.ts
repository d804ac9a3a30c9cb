import type { FastifyRequest } from 'fastify';
import { callerOf, receiveUpload } from '../../http/index.ts';
import { planOf } from '../../money/plans/index.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { nameFor } from './asset-name.ts';
import { FileRequired } from './errors.ts';
import { fetchMedia } from './fetch-media.ts';
import type { UrlRequest } from './schemas.ts';

/** A request whose file has not been examined yet. */
export type Received = {
  name: string;
  /** Identifies the file for a repeated call. */
  fingerprint: string[];
  withFile<Result>(signal: AbortSignal, use: (path: string) => Promise<Result>): Promise<Result>;
};

export async function receiveFile<Result>(
  outbound: OutboundPolicy,
  request: FastifyRequest,
  use: (received: Received) => Promise<Result>,
): Promise<Result> {
  const caller = callerOf(request);
  if (!request.isMultipart()) {
    // The schema is not applied to a request without a body.
    const { url, name } = (request.body ?? {}) as Partial<UrlRequest>;
    if (url === undefined) throw new FileRequired();
    return use({
      name: nameFor(name, lastSegment(url)),
      fingerprint: [],
      withFile: (signal, read) => fetchMedia(outbound, caller, url, signal, read),
    });
  }
  const limits = { maxFileBytes: planOf(caller.plan).uploadBytes, maxFiles: 1 };
  return receiveUpload(request, limits, async ({ files, fields }) => {
    const [file] = files;
    if (!file) throw new FileRequired();
    const name = nameFor(fields.name, file.filename);
    return use({
      name,
      fingerprint: [file.sha256, name],
      withFile: (_signal, read) => read(file.path),
    });
  });
}

/** Only for a default name: an invalid URL is refused later. */
function lastSegment(url: string): string {
  const path = URL.parse(url)?.pathname ?? '';
  try {
    return decodeURIComponent(path.split('/').at(-1) ?? '');
  } catch {
    return '';
  }
}
