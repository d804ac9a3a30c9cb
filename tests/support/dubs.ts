import assert from 'node:assert/strict';
import type { Customer } from './customer.ts';
import { sound } from './media-files.ts';
import { postForm } from './post-form.ts';

export type Dub = {
  id: string;
  status: string;
  version: number;
  changed: boolean;
  speakers: { id: string; name: string; voice: object | null; suggested: object | null }[];
  lines: ({ id: string; needs_render: boolean } & Record<string, unknown>)[];
} & Record<string, unknown>;

type Parts = Record<string, string | Buffer>;

/** Two seconds of sound into English, unless `parts` say otherwise. */
export function postDub(
  customer: Pick<Customer, 'byKey'>,
  parts: Parts = {},
  headers: Record<string, string> = {},
) {
  return postForm(customer, '/api/v1/dub', { file: sound(2), target_language: 'en', ...parts }, headers);
}

export async function createDub(customer: Customer, parts: Parts = {}): Promise<Dub> {
  const reply = await postDub(customer, parts);
  assert.equal(reply.statusCode, 202, reply.body);
  return getDub(customer, reply.json().dub_id);
}

export async function getDub(customer: Pick<Customer, 'byKey'>, id: string): Promise<Dub> {
  const reply = await customer.byKey('GET', `/api/v1/dub/${id}`);
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json<Dub>();
}
