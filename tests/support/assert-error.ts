import assert from 'node:assert/strict';

type Reply = { statusCode: number; headers: Record<string, unknown>; body: string };

/** Checks status, code and the error format: ours, or OpenAI's under /v1. */
export function assertError(reply: Reply, status: number, code?: string): void {
  assert.equal(reply.statusCode, status, reply.body);
  assert.match(String(reply.headers['content-type']), /^application\/json/);
  const body: Record<string, unknown> = JSON.parse(reply.body);
  const sentence = isObject(body.error) ? body.error.message : body.error;
  assert.ok(typeof sentence === 'string' && sentence !== '', reply.body);
  assert.ok(typeof body.code === 'string' && /^[a-z0-9_]+$/.test(body.code), reply.body);
  assert.equal(body.request_id, reply.headers['x-request-id']);
  if (code) assert.equal(body.code, code, reply.body);
}

function isObject(value: unknown): value is { message?: unknown } {
  return typeof value === 'object' && value !== null;
}
