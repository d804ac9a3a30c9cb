import type { Customer } from './customer.ts';

/** Sends a form as a browser does: buffers are files. */
export async function postForm(
  customer: Pick<Customer, 'byKey'>,
  path: string,
  parts: Record<string, string | Buffer>,
  headers: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') form.set(name, part);
    else form.append(name, new Blob([new Uint8Array(part)]), name);
  }
  const request = new Request('http://x/', { method: 'POST', body: form });
  const body = Buffer.from(await request.arrayBuffer());
  const type = { 'content-type': request.headers.get('content-type') ?? '' };
  return customer.byKey('POST', path, body, { ...type, ...headers });
}
