import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fromPaystack } from '../../src/money/payment-events/testing/deliveries.ts';
import { launch } from './support/browser.ts';
import { type Person, startModeratedService } from './support/moderated-service.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';

const IDENTITY = { country: 'gb', document_id: 'P1234567' };

describe('what administrators decide', () => {
  let service: Awaited<ReturnType<typeof startModeratedService>>;
  let browser: Awaited<ReturnType<typeof launch>>;
  let visitor: Visitor;
  before(async () => {
    service = await startModeratedService();
    browser = await launch();
    visitor = await openVisitor(service, browser);
    const { url, people } = service;
    const [name = '', value = ''] = people.admin.cookie.split('=');
    // The browser takes a `__Host-` cookie only from a secure page, and sends it over plain HTTP on loopback.
    const { hostname } = new URL(url);
    await visitor.context.addCookies([{ name, value, domain: hostname, path: '/', secure: true }]);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  /** A call with the key of somebody. */
  async function call(by: Person, method: string, path: string, body?: object) {
    const headers = { authorization: `Bearer ${by.apiKey}`, 'content-type': 'application/json' };
    const json = body ? { body: JSON.stringify(body) } : {};
    const response = await fetch(`${service.url}${path}`, { method, headers, ...json });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return response.headers.get('content-type')?.includes('json') ? response.json() : null;
  }
  const post = (by: Person, path: string, body: object = {}) => call(by, 'POST', path, body);
  const publish = async (clone: string, title: string, price_credits: number): Promise<string> => {
    const offer = { title, price_credits, consent: true };
    return (await post(service.people.seller, `/api/voices/clone/${clone}/publish`, offer)).voice_id;
  };
  async function reportPayment(data: object): Promise<void> {
    const { payload, headers, ...webhook } = fromPaystack({ event: 'charge.success', data });
    const told = await fetch(`${service.url}${webhook.url}`, { method: 'POST', headers, body: payload });
    assert.equal(told.status, 200);
  }
  const rowOf = (text: string) => visitor.page.getByRole('row').filter({ hasText: text });
  /** Ids and times have digits, too. */
  const rowOfNumber = (number: string) =>
    visitor.page
      .getByRole('row')
      .filter({ has: visitor.page.getByRole('cell', { name: number, exact: true }) });
  async function giveReason(reason: string, action: string): Promise<void> {
    const dialog = visitor.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: action }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  test('sellers: one is verified, one rejected with a reason', async () => {
    const { page } = visitor;
    const { people } = service;
    await post(people.seller, '/api/v1/seller/verification', { ...IDENTITY, legal_name: 'Ada Lovelace' });
    await post(people.rival, '/api/v1/seller/verification', { ...IDENTITY, legal_name: 'Mal Lory' });
    await page.goto('/admin/sellers');
    await rowOf('Ada Lovelace').getByRole('button', { name: 'Approve' }).click();
    await rowOf('Ada Lovelace').waitFor({ state: 'hidden' });
    await visitor.check('admin-sellers');
    await rowOf('Mal Lory').getByRole('button', { name: 'Reject' }).click();
    await giveReason('The document has expired.', 'Reject');
    await page.getByLabel('Status').selectOption('Rejected');
    await rowOf('Mal Lory').waitFor();
  });

  test('listings: approved, rejected, and never what changed since it was read', async () => {
    const { page } = visitor;
    const { people, clones } = service;
    const id = await publish(clones[0], 'Calm narrator', 100);
    await publish(clones[1], 'Loud announcer', 100);
    await page.goto('/admin/listings');
    await rowOf('Loud announcer').waitFor();
    await publish(clones[1], 'Loud announcer', 900);
    visitor.expectStatuses([409]);
    await rowOf('Loud announcer').getByRole('button', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Too loud.');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.getByRole('alert').getByText('Request ').waitFor();
    assert.equal(await dialog.getByLabel('Reason').inputValue(), 'Too loud.');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await rowOf('Loud announcer').getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alert').getByText('Request ').waitFor();
    await visitor.check('admin-listings');
    await page.reload();
    await rowOfNumber('900').getByRole('button', { name: 'Reject' }).click();
    await giveReason('Too loud.', 'Reject');
    await rowOf('Calm narrator').getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Nothing here').waitFor();
    await post(people.buyer, `/api/v1/voices/community/${id}`);
    for (const text of ['One.', 'Two.']) await post(people.buyer, '/api/v1/tts', { text, voice_id: id });
  });

  test('payouts: one is paid, one rejected', async () => {
    const { page } = visitor;
    for (const amount_credits of [90, 50])
      await post(service.people.seller, '/api/v1/seller/payouts', { amount_credits });
    await page.goto('/admin/payouts');
    await rowOfNumber('90').getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('140 of what the seller earned came from free plans').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click();
    await rowOfNumber('90').waitFor({ state: 'hidden' });
    await visitor.check('admin-payouts');
    await rowOfNumber('50').getByRole('button', { name: 'Reject' }).click();
    await giveReason('These are your own accounts.', 'Reject');
    await page.getByLabel('Status').selectOption('All');
    await rowOfNumber('90').getByText('Paid').waitFor();
    await rowOfNumber('50').getByText('Rejected').waitFor();
  });

  test('reports: one is closed, one ends with a takedown, of which a webhook tells the seller', async () => {
    const { page } = visitor;
    const { people, url } = service;
    const { listings } = await call(people.seller, 'GET', '/api/v1/seller/listings');
    const { id } = listings.find(({ status }: { status: string }) => status === 'published');
    const hooks = await fetch(`${url}/api/settings`, {
      method: 'PATCH',
      headers: { cookie: people.seller.cookie, origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ webhookUrl: 'https://hooks.example.com' }),
    });
    assert.equal(hooks.status, 200);
    await post(people.buyer, `/api/v1/voices/community/${id}/report`, {
      reason: 'other',
      details: 'I dislike it.',
    });
    await page.goto('/admin/reports');
    await rowOf('I dislike it.').getByRole('button', { name: 'Close' }).click();
    await page.getByText('Nothing here').waitFor();
    await post(people.rival, `/api/v1/voices/community/${id}/report`, {
      reason: 'no_consent',
      details: 'It is me!',
    });
    await page.reload();
    await rowOf('It is me!').getByText('The speaker did not agree').waitFor();
    await visitor.check('admin-reports');
    await rowOf('It is me!').getByRole('button', { name: 'Take down' }).click();
    await giveReason('The speaker did not agree.', 'Take down');
    await page.getByText('Nothing here').waitFor();
    await page.getByLabel('Status').selectOption('Closed');
    await rowOf('It is me!').getByText('Taken down').waitFor();
    await page.goto('/admin/deliveries');
    await page.getByRole('button', { name: /listing\.taken_down/ }).click();
    await page.getByRole('dialog').getByText('Calm narrator').waitFor();
    await visitor.check('admin-delivery');
  });

  test('payments: a held one is released, and is then revenue', async () => {
    const { page } = visitor;
    const { email } = service.people.buyer;
    await reportPayment({ reference: 'p-1', amount: 5_000, currency: 'KES', customer: { email } });
    await page.goto('/admin/revenue');
    await page.getByText('No payments in these days').waitFor();
    await page.goto('/admin/payments?status=held');
    await rowOf('no rate for KES')
      .getByRole('button', { name: /^Details/ })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Worth ($)').fill('39.50');
    await dialog.getByLabel('Reason').fill('The rate of the day.');
    await visitor.check('admin-payment');
    await dialog.getByRole('button', { name: 'Release the payment' }).click();
    await dialog.getByText('Done', { exact: true }).waitFor();
    await reportPayment({ reference: service.order, amount: 500, currency: 'USD', customer: { email } });
    await page.goto('/admin/revenue');
    await page.getByRole('cell', { name: '$39.50' }).first().waitFor();
    await page.getByRole('cell', { name: 'starter' }).waitFor();
    await visitor.check('admin-revenue');
    assert.deepEqual(visitor.problems(), []);
  });
});
