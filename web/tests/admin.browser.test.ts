import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { grantAdministration } from './support/administrator.ts';
import { type Console, openConsole, type Visitor } from './support/console.ts';

type Saved = { x: string; answer: string };

const ADMIN = 'admin@example.com';
const CUSTOMER = 'customer@example.com';

describe('the pages of administrators', () => {
  let opened: Console;
  let visitor: Visitor;
  let customer: Visitor;
  before(async () => {
    opened = await openConsole();
    visitor = await opened.visitor();
    await visitor.signUp(ADMIN);
    await grantAdministration(opened.service, ADMIN);
    customer = await opened.visitor();
    await customer.signUp(CUSTOMER);
  });
  after(() => opened?.close());

  test('are shown to administrators, who change the plan and the credits of an account', async () => {
    const { page } = visitor;
    await page.goto('/');
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByLabel('Name or email').fill(CUSTOMER);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('button', { name: /^Manage customer@/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Plan' }).selectOption('creator');
    await dialog.getByRole('button', { name: 'Change plan' }).click();
    await page.getByText('Done.').first().waitFor();
    await dialog.getByRole('tab', { name: 'Adjust balances' }).click();
    await dialog.getByLabel('Credits', { exact: true }).fill('500');
    await dialog.getByLabel('Note').fill('A present');
    await dialog.getByRole('button', { name: 'Adjust balances' }).click();
    await dialog.getByText('145,500').waitFor();
    await dialog.getByRole('tab', { name: 'Ledger' }).click();
    await dialog.getByRole('cell', { name: 'Adjusted by the operator' }).waitFor();
    // The messages about both changes are still there, and are not what is closed.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'creator' }).waitFor();
    await visitor.check('admin-users');
  });

  test('compare sounds with and without the mark blind, by keyboard, and say what it means', async () => {
    const { page } = visitor;
    await page.goto('/admin/listening-test');
    for (const name of [
      'Speech, a man',
      'Speech, nearly whispered',
      'Effect, gentle rain',
      'Music, jazz trio',
    ])
      await page.getByLabel(name).uncheck();
    await page.getByLabel('Number of trials').selectOption('10 trials');
    await visitor.check('listening-test');
    await page.getByRole('button', { name: 'Start' }).click();
    for (let trial = 1; trial <= 10; trial += 1) {
      await page.getByRole('region', { name: `Trial ${trial} of 10` }).waitFor();
      await page.keyboard.press('1');
      assert.ok(await page.getByRole('button', { name: 'X is A' }).isDisabled(), 'nothing was heard yet');
      for (const key of ['a', 'x']) await page.keyboard.press(key);
      await page.getByRole('button', { name: 'X Playing', pressed: true }).waitFor();
      if (trial === 1) await visitor.check('listening-trial');
      await page.keyboard.press(trial % 2 ? '1' : '2');
    }
    await page
      .getByText(/^\d+ of 10 right$/)
      .first()
      .waitFor();
    await page.getByText(/one-sided binomial test/).waitFor();
    await visitor.check('listening-result');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download listening-test.json' }).click();
    const saved = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
    assert.equal(saved.answers.length, 10);
    assert.equal(saved.right, saved.answers.filter(({ x, answer }: Saved) => x === answer).length);
  });

  test('show the lists, the workers and the health of the engines', async () => {
    const { page } = visitor;
    for (const [path, title] of [
      ['listings', 'Listings'],
      ['sellers', 'Sellers'],
      ['payouts', 'Payouts'],
      ['payments', 'Payments'],
      ['deliveries', 'Deliveries'],
    ] as const) {
      await page.goto(`/admin/${path}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.getByText('Nothing here').or(page.getByRole('table')).first().waitFor();
      await visitor.check(`admin-${path}`);
    }
    await page.goto('/admin/audit-log?event=credits.adjusted');
    await page.getByRole('cell', { name: 'Credits adjusted by an administrator' }).first().waitFor();
    await visitor.check('admin-audit-log');
    await page.goto('/admin/workers');
    await page.getByRole('heading', { level: 1, name: 'Workers' }).waitFor();
    await visitor.check('admin-workers');
    await page.goto('/admin/health');
    await page.getByText('database').waitFor();
    await visitor.check('admin-health');
  });

  test('are not for others', async () => {
    const { page } = customer;
    assert.equal(await page.getByRole('link', { name: 'Users' }).count(), 0);
    customer.expectStatuses([403]);
    await page.goto('/admin/users');
    await page.getByRole('alert').waitFor();
  });
});
