type Bytes = ArrayBuffer | Uint8Array<ArrayBuffer>;
type Content = Blob | Bytes | Response | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * A file to upload. A `File` brings its name along; others can be given one. A stream is read into memory first, so that
 * the request has a length and can be repeated. For a large file use a `Blob`, in Node `await openAsBlob(path)`.
 */
export type Uploadable = Content | { data: Content; name?: string; type?: string };

type Named = { data: Content; name?: string; type?: string };

export function isUploadable(value: unknown): value is Uploadable {
  return (
    isContent(value) ||
    (typeof value === 'object' && value !== null && 'data' in value && isContent(value.data))
  );
}

function isContent(value: unknown): value is Content {
  if (typeof value !== 'object' || value === null) return false;
  return (
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    value instanceof Response ||
    value instanceof ReadableStream ||
    Symbol.asyncIterator in value
  );
}

export async function fileFrom(upload: Uploadable): Promise<File> {
  const named: Named = isContent(upload) ? { data: upload } : upload;
  const { data } = named;
  const blob = await blobFrom(data);
  const name = named.name ?? (data instanceof File ? data.name : 'upload');
  return new File([blob], name, { type: named.type ?? (blob.type || 'application/octet-stream') });
}

async function blobFrom(content: Content): Promise<Blob> {
  if (content instanceof Blob) return content;
  if (content instanceof Response) return content.blob();
  if (content instanceof ReadableStream) return new Response(content).blob();
  if (content instanceof ArrayBuffer || ArrayBuffer.isView(content)) return new Blob([content]);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of content) chunks.push(new Uint8Array(chunk));
  return new Blob(chunks);
}
