import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { DomainError, domainError, domainErrors } from '../platform/errors.ts';
import { inMegabytes, MEGABYTE } from '../platform/megabyte.ts';
import { withScratchFolder } from '../platform/scratch.ts';
import { refuseUnusableText } from './unusable-text.ts';

export type UploadedFile = {
  field: string;
  path: string;
  bytes: number;
  sha256: string;
  filename: string;
  contentType: string;
};
export type Upload = { files: UploadedFile[]; fields: Record<string, string> };
export type UploadLimits = {
  maxFileBytes: number;
  maxFiles: number;
  /** Called with the fields so far before a file is read, to refuse at once what they make impossible. */
  beforeFile?: (fields: Record<string, string>) => void | Promise<void>;
};

/** All fields together may be this large, like a JSON body. */
const MAX_FIELD_BYTES = 1.5 * MEGABYTE;
const MAX_FIELDS = 32;
/** After the last byte of the request. The rest is then in memory, so parsing takes no longer. */
const PARSE_TIMEOUT_MS = 3_000;

const NotMultipart = domainError('invalid', 'unsupported_media_type', 'Send multipart/form-data.');
const MalformedMultipart = domainError('invalid', 'invalid_request', 'The multipart body is malformed.');
const UploadTooLarge = domainError('invalid', 'upload_too_large', (message: string) => message);
const TooManyParts = domainErrors(
  'invalid',
  ['too_many_files', 'too_many_fields'],
  () => 'The upload has more parts than allowed here.',
);

/** A form is read as it streams in, after validation, so there is no body to validate. */
export function formHasNoBody(request: { isMultipart(): boolean; body: unknown }): void {
  if (request.isMultipart()) request.body = {};
}

/** Saves the files of a multipart body in a private folder, which is removed when `use` returns or throws. */
export async function receiveUpload<Result>(
  request: FastifyRequest,
  limits: UploadLimits,
  use: (upload: Upload) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) throw new NotMultipart();
  return withScratchFolder(async (folder) => {
    const parsed = readParts(request, limits, folder);
    const upload = await Promise.race([parsed, rejectAfterEnd(request)]);
    await request.confirmAccess?.();
    return use(upload);
  });
}

/**
 * The parser hangs on a part whose headers it gave up on, and on a connection that broke before it was read. So the end of
 * the request or of its connection ends the wait.
 */
function rejectAfterEnd({ raw }: FastifyRequest): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => reject(new MalformedMultipart());
    raw.once('end', () => setTimeout(refuse, PARSE_TIMEOUT_MS).unref());
    raw.once('close', () => raw.readableEnded || refuse());
    if (raw.destroyed) refuse();
  });
}

async function readParts(request: FastifyRequest, limits: UploadLimits, folder: string): Promise<Upload> {
  const upload: Upload = { files: [], fields: {} };
  let fieldBytes = 0;
  const parts = request.parts({
    limits: {
      fileSize: limits.maxFileBytes,
      files: limits.maxFiles,
      fields: MAX_FIELDS,
      // The parser skips further parts without reading their headers.
      parts: MAX_FIELDS + limits.maxFiles,
      fieldSize: MAX_FIELD_BYTES,
    },
  });
  try {
    for await (const part of parts) {
      refuseUnusableText([part.fieldname, part.type === 'file' ? part.filename : part.value]);
      if (part.type === 'file') {
        await limits.beforeFile?.(upload.fields);
        upload.files.push(await saveFile(part, join(folder, String(upload.files.length)), limits));
      } else {
        const value = String(part.value);
        fieldBytes += Buffer.byteLength(value);
        if (fieldBytes > MAX_FIELD_BYTES)
          throw new UploadTooLarge(`The fields exceed ${inMegabytes(MAX_FIELD_BYTES)}.`);
        addField(upload.fields, part.fieldname, value);
      }
    }
  } catch (error) {
    // Otherwise the parser would continue with a refused body.
    request.raw.unpipe().resume();
    throw asRefusal(error, limits);
  }
  return upload;
}

/** A repeated `name[]` is a list. For any other repeated field the last value wins. */
function addField(fields: Record<string, string>, name: string, value: string): void {
  const earlier = name.endsWith('[]') ? fields[name] : undefined;
  fields[name] = earlier === undefined ? value : `${earlier},${value}`;
}

async function saveFile(part: MultipartFile, path: string, limits: UploadLimits): Promise<UploadedFile> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const hash = createHash('sha256');
  try {
    await pipeline(
      part.file,
      async function* hashed(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      target,
    );
  } catch (error) {
    throw isTooLarge(error) ? tooLarge(limits, part.filename) : error;
  }
  if (part.file.truncated) throw tooLarge(limits, part.filename);
  return {
    field: part.fieldname,
    path,
    bytes: target.bytesWritten,
    sha256: hash.digest('hex'),
    filename: part.filename,
    contentType: part.mimetype,
  };
}

function tooLarge(limits: UploadLimits, filename?: string): DomainError {
  const most = inMegabytes(limits.maxFileBytes);
  const file = filename ? `The file "${filename.slice(0, 80)}"` : 'A file';
  return new UploadTooLarge(`${file} is larger than the limit of ${most}.`);
}

function isTooLarge(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'FST_REQ_FILE_TOO_LARGE';
}

const REFUSALS: Record<string, 'too_many_files' | 'too_many_fields'> = {
  FST_FILES_LIMIT: 'too_many_files',
  FST_PARTS_LIMIT: 'too_many_fields',
  FST_FIELDS_LIMIT: 'too_many_fields',
};

function asRefusal(error: unknown, limits: UploadLimits): unknown {
  if (error instanceof DomainError) return error;
  if (isTooLarge(error)) return tooLarge(limits);
  const { code } = error as NodeJS.ErrnoException;
  if (code && REFUSALS[code]) return new TooManyParts(REFUSALS[code]);
  // A full disk (503) or our own bug (500) is not the caller's fault.
  if (code && /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET') return error;
  return new MalformedMultipart();
}
