import { fileFrom, isUploadable } from '../uploads.ts';

export type Body = { json?: unknown; form?: Record<string, unknown>; text?: string };

export type EncodedBody = { body?: string | FormData; contentType?: string };

/** The encoded body can be sent more than once. */
export async function encodeBody({ json, form, text }: Body): Promise<EncodedBody> {
  if (form !== undefined) return { body: await encodeForm(form) };
  if (text !== undefined) return { body: text, contentType: 'application/x-ndjson' };
  if (json === undefined) return {};
  return { body: JSON.stringify(json), contentType: 'application/json' };
}

/** Text goes first, so that the service can refuse a request before it has read its files. */
async function encodeForm(form: Record<string, unknown>): Promise<FormData> {
  const data = new FormData();
  const parts = Object.entries(form).flatMap(([name, value]) =>
    (Array.isArray(value) && value.some(isUploadable) ? value : [value]).map((part) => ({ name, part })),
  );
  for (const { name, part } of parts)
    if (part !== undefined && part !== null && !isUploadable(part)) data.append(name, textOf(part));
  for (const { name, part } of parts) if (isUploadable(part)) data.append(name, await fileFrom(part));
  return data;
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
