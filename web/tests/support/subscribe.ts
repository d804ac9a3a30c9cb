import assert from 'node:assert/strict';
import type { Visitor } from './console.ts';

/** Without a payment, as outside production. */
export async function subscribe({ page, context }: Visitor, plan: string): Promise<void> {
  const { origin } = new URL(page.url());
  const response = await context.request.post('/api/billing/checkout', {
    data: { plan },
    headers: { origin },
  });
  assert.ok(response.ok(), await response.text());
}
