import type { Customer } from './customer.ts';

type Upload = { name?: string; filename?: string; field?: string; headers?: Record<string, string> };

/** Sends a file as a browser's form does. */
export async function uploadAsset(customer: Pick<Customer, 'byKey'>, bytes: Buffer, options: Upload = {}) {
  const { name, filename = 'clip', field = 'file', headers } = options;
  const form = new FormData();
  if (name !== undefined) form.set('name', name);
  form.append(field, new Blob([new Uint8Array(bytes)]), filename);
  const request = new Request('http://x/', { method: 'POST', body: form });
  const body = Buffer.from(await request.arrayBuffer());
  const type = { 'content-type': request.headers.get('content-type') ?? '' };
  return customer.byKey('POST', '/api/v1/assets', body, { ...type, ...headers });
}
