import assert from 'node:assert/strict';
import type { Customer } from './customer.ts';
import { sound } from './media-files.ts';
import { madeVoice } from './voices.ts';

export type Clone = {
  id: string;
  voice_id: string;
  name: string;
  status: string;
  progress: number;
  job_id: string;
  error_code: string | null;
} & Record<string, unknown>;

type SampleFile = { bytes: Buffer; filename?: string; field?: string };

export type CloneOrder = {
  /** Null leaves a field out. */
  fields?: Record<string, string | null>;
  samples?: readonly (Buffer | SampleFile)[];
  headers?: Record<string, string>;
};

/** Uploads samples as a browser's form does. By default one good sample, with consent. */
export async function postClone(customer: Pick<Customer, 'byKey'>, order: CloneOrder = {}) {
  const { fields = {}, samples = [sound(6)], headers } = order;
  const form = new FormData();
  for (const [name, value] of Object.entries({ consent: 'true', ...fields }))
    if (value !== null) form.set(name, value);
  for (const [i, sample] of samples.entries()) {
    const {
      bytes,
      filename = `sample-${i}.wav`,
      field = 'samples',
    } = Buffer.isBuffer(sample) ? { bytes: sample } : sample;
    form.append(field, new Blob([new Uint8Array(bytes)]), filename);
  }
  const request = new Request('http://x/', { method: 'POST', body: form });
  const body = Buffer.from(await request.arrayBuffer());
  const type = { 'content-type': request.headers.get('content-type') ?? '' };
  return customer.byKey('POST', '/api/voices/clone', body, { ...type, ...headers });
}

/** Creates a clone and waits until it has ended. */
export async function cloneVoice(customer: Pick<Customer, 'byKey'>, order: CloneOrder = {}): Promise<Clone> {
  const reply = await postClone(customer, order);
  assert.equal(reply.statusCode, 201, reply.body);
  return endedClone(customer, reply.json<{ voice_id: string }>().voice_id);
}

export async function endedClone(customer: Pick<Customer, 'byKey'>, id: string): Promise<Clone> {
  return (await madeVoice(customer, `/api/voices/clone/${id}`)) as Clone;
}

export async function getClone(customer: Pick<Customer, 'byKey'>, id: string): Promise<Clone> {
  const reply = await customer.byKey('GET', `/api/voices/clone/${id}`);
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json<Clone>();
}
