import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { checkAccessibility } from './accessibility.ts';
import { SIZES } from './browser.ts';
import { picture } from './pictures.ts';
import type { RunningService } from './service.ts';

/** Pages load so much later: it finds tests that fill in a field before its page is there. */
const PAGE_DELAY_MS = Number(process.env.PAGE_DELAY_MS ?? 0);
/** Longer than a busy machine stalls. Only a test that fails waits this long. */
const LIMIT_MS = 90_000;

export type Visitor = Awaited<ReturnType<typeof openVisitor>>;

/** A person with a browser of their own. */
export async function openVisitor(service: Pick<RunningService, 'url'>, browser: Browser) {
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: SIZES.desktop,
    locale: 'en-US',
    acceptDownloads: true,
  });
  context.setDefaultTimeout(LIMIT_MS);
  if (PAGE_DELAY_MS > 0)
    await context.route(/\.js$/, async (route) => {
      await delay(PAGE_DELAY_MS);
      await route.continue();
    });
  const page = await context.newPage();
  const problems = watchProblems(page);
  return {
    page,
    context,
    /** Statuses that a test provokes: `[401]`. Everything else of 400 and above is a problem. */
    expectStatuses: problems.expectStatuses,
    async signInAsDemo(): Promise<void> {
      await page.goto('/sign-in');
      await page.getByRole('button', { name: 'demo account' }).click();
      await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
    },
    async signUp(email: string, password = 'a long sentence that nobody guesses'): Promise<void> {
      await page.goto('/sign-up');
      await page.getByLabel('Name').fill(email.split('@')[0] ?? 'Somebody');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
    },
    /** Accessible, without errors, and pictured in light, dark and on a phone. */
    async check(name: string): Promise<void> {
      await settled(page);
      assert.deepEqual(problems.all(), [], `${name} has no errors`);
      await checkAccessibility(page, name);
      await picture(page, name);
    },
    problems: () => problems.all(),
    close: () => context.close(),
  };
}

/** Errors of the page itself, refused by the content policy, or of the network. */
function watchProblems(page: Page) {
  const problems: string[] = [];
  const expected = new Set<number>();
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // Chromium logs each status of 400 and above; they are judged below.
    if (!message.text().startsWith('Failed to load resource')) problems.push(`console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A page that is left, or a query that is typed on, gives up its requests.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !expected.has(response.status()))
      problems.push(`status ${response.status()}: ${response.request().method()} ${response.url()}`);
  });
  return {
    all: () => [...problems],
    expectStatuses: (statuses: number[]) => {
      for (const status of statuses) expected.add(status);
    },
  };
}

async function settled(page: Page): Promise<void> {
  // Not by its role, which is hidden while a dialog is open.
  await page.locator('h1').first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
