/**
 * npm run bench:console
 *
 * Measures what a browser loads and waits for: transferred bytes (compressed), the time until the heading of the page
 * is shown and the main thread is free, and how far the layout shifts. Each page first with an empty cache, then as a
 * return visit.
 */
import type { Browser, Page } from 'playwright-core';
import { launch } from '../../web/tests/support/browser.ts';
import { startService } from '../../web/tests/support/service.ts';

const PAGES = process.argv.slice(2).length
  ? process.argv.slice(2)
  : [
      '/',
      '/playground/speech',
      '/playground/films',
      '/voices',
      '/work/jobs',
      '/account/usage',
      '/account/billing',
    ];
const ROUNDS = 3;

type Figures = { bytes: number; ms: number; shift: number };

const [service, browser] = await Promise.all([startService(), launch()]);
try {
  const signIn = await measure(browser, null, '/sign-in');
  report('/sign-in', signIn);
  const state = await demoState(browser);
  for (const path of PAGES) report(path, await measure(browser, state, path));
} finally {
  await browser.close();
  await service.close();
}

type State = Awaited<ReturnType<typeof demoState>>;

async function demoState(from: Browser) {
  const context = await from.newContext({ baseURL: service.url });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'demo account' }).click();
  await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

async function measure(from: Browser, state: State | null, path: string) {
  const first: Figures[] = [];
  const again: Figures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await from.newContext({
      baseURL: service.url,
      ...(state ? { storageState: state } : {}),
    });
    const page = await context.newPage();
    first.push(await visit(page, path));
    again.push(await visit(page, path));
    await context.close();
  }
  return { first: median(first), again: median(again) };
}

async function visit(page: Page, path: string): Promise<Figures> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const ms = await page.evaluate(
    () => new Promise<number>((resolve) => requestIdleCallback(() => resolve(performance.now()))),
  );
  // Late answers are what moves a layout.
  await page.waitForTimeout(1_500);
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[];
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 300);
      }),
  );
  await session.detach();
  return { bytes, ms, shift };
}

function median(rounds: Figures[]): Figures {
  const middle = (of: (figures: Figures) => number) =>
    rounds.map(of).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? Number.NaN;
  return {
    bytes: middle(({ bytes }) => bytes),
    ms: middle(({ ms }) => ms),
    shift: middle(({ shift }) => shift),
  };
}

function report(path: string, { first, again }: { first: Figures; again: Figures }): void {
  const line = ({ bytes, ms, shift }: Figures) =>
    `${(bytes / 1_000).toFixed(0)} kB, ${ms.toFixed(0)} ms, shift ${shift.toFixed(3)}`;
  console.log(`${path}: first ${line(first)}; again ${line(again)}`);
}
