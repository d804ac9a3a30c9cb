import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type RunningService, startService } from './service.ts';

/** Where pictures of the pages go. Without it none are made. */
const PICTURES = process.env.CONSOLE_PICTURES;
const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

export type Console = Awaited<ReturnType<typeof openConsole>>;

/** The running service and a browser for it. */
export async function openConsole(environment?: Record<string, string>) {
  const service = await startService(environment);
  const browser = await launch();
  return {
    service,
    browser,
    /** A person with a browser of their own. */
    visitor: () => openVisitor(service, browser),
    async close(): Promise<void> {
      await browser.close();
      await service.close();
    },
  };
}

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--autoplay-policy=no-user-gesture-required',
      // A tone instead of a microphone, and no question about it.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
}

export type Visitor = Awaited<ReturnType<typeof openVisitor>>;

async function openVisitor(service: RunningService, browser: Browser) {
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: SIZES.desktop,
    locale: 'en-US',
    acceptDownloads: true,
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

/** No violation by the rules of axe, with the texts and colours of both themes. */
export async function checkAccessibility(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
    // Colours that fade would be judged half way.
    await page.waitForTimeout(200);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(async () => {
      const { axe: runner } = globalThis as unknown as { axe: typeof import('axe-core') };
      // Its copies of style sheets would be refused by the content policy.
      return runner.run(document, { resultTypes: ['violations'], preload: false });
    });
    const described = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
    );
    assert.deepEqual(described, [], `${name} (${theme}) has no violation`);
  }
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });
}

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  await mkdir(PICTURES, { recursive: true });
  // A header that sticks would be pictured where the page was scrolled to.
  await page.evaluate(() => scrollTo(0, 0));
  // To hide the caret, the browser's driver would add a style that the content policy refuses.
  const take = (kind: string) =>
    page.screenshot({ path: join(PICTURES, `${name}-${kind}.png`), fullPage: true, caret: 'initial' });
  await take('light');
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await page.waitForTimeout(200);
  await take('dark');
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });
  await page.setViewportSize(SIZES.phone);
  await page.waitForTimeout(300);
  await take('phone');
  await page.setViewportSize(SIZES.desktop);
}

/** Waits until the audio element plays, and gives its length in seconds. */
export async function playing(page: Page): Promise<number> {
  await page.waitForFunction(() => {
    const audio = document.querySelector('audio');
    return audio !== null && !audio.paused && audio.currentTime > 0.2;
  });
  return page.evaluate(() => document.querySelector('audio')?.duration ?? 0);
}
