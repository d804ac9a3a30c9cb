/**
 * npm run bench:first-minutes
 *
 * Does what a newcomer does in the first five minutes, and tells how long the machine takes for each step: a fresh
 * clone, `./run`, the console in a browser, the command, curl. Prints the table of docs/guides/first-minutes.md.
 * Packages come from npm's cache if they are there; FIRST_MINUTES_EMPTY_CACHE=1 starts with an empty one.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { launch, playing } from '../../web/tests/support/browser.ts';
import { startClone } from './start-clone.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PRESENTED = 'Welcome. I am a presenter, and you wrote what I say.';
const SPOKEN = 'The quick brown fox jumps over the lazy dog, and nobody minds.';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'first-minutes-'));
const clone = join(folder, 'vox-humana');
const began = performance.now();

try {
  await step('`git clone`', () => run('git', ['clone', '--quiet', ROOT, clone]));
  const service = await step('`./run` until it prints its address', () => startClone(clone));
  const browser = await launch();
  try {
    const context = await browser.newContext({ baseURL: service.url, acceptDownloads: true });
    await inBrowser(await context.newPage());
    const vox = await step('`./vox say "Hello there"`', () =>
      run('./vox', ['say', 'Hello there'], { cwd: clone }),
    );
    note(vox.stdout.trim());
    await step('the printed curl command', () => run('bash', ['-c', service.curl], { cwd: folder }));
    note(`${(await readFile(join(folder, service.file))).length} bytes in ${service.file}`);
  } finally {
    await browser.close();
    await service.stop();
  }
  const again = await step('`./run` again, until it prints its address', () => startClone(clone));
  await again.stop();
} finally {
  await rm(folder, { recursive: true });
}

async function inBrowser(page: Page): Promise<void> {
  await step('open the address', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'demo account' }).waitFor();
  });
  await step('sign in to the demo account', async () => {
    await page.getByRole('button', { name: 'demo account' }).click();
    await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
  });
  const file = join(folder, 'speech.wav');
  await step('Speech: from Run to sound', async () => {
    await page.getByRole('link', { name: 'Speech', exact: true }).first().click();
    await page.getByLabel('Text').fill(SPOKEN);
    await page.getByText(/Costs \d+ credits/).waitFor();
    return page
      .getByRole('button', { name: 'Run' })
      .click()
      .then(() => playing(page));
  });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download speech/ }).click(),
  ]);
  await download.saveAs(file);
  await step('Transcription of that sound', async () => {
    await page.getByRole('link', { name: 'Transcription', exact: true }).first().click();
    await page.getByLabel('Audio or video file').setInputFiles(file);
    await page.getByText(/Costs \d+ credits/).waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'fox', exact: true }).waitFor();
  });
  await step('Sound effects: from Run to sound', async () => {
    await page.getByRole('link', { name: 'Sound effects', exact: true }).first().click();
    await page.getByRole('button', { name: 'Run' }).click();
    await playing(page);
  });
  await step('Films: from Run to a film that plays', async () => {
    await page.getByRole('link', { name: 'Films', exact: true }).first().click();
    await page.getByRole('textbox', { name: 'Text' }).fill(PRESENTED);
    await page.getByText(/Costs \d+ credits/).waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('video[src*="/output"]').waitFor({ timeout: 180_000 });
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.play());
  });
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const at = (performance.now() - began) / 1_000;
  const clock = `${Math.floor(at / 60)}:${String(Math.floor(at % 60)).padStart(2, '0')}`;
  console.log(`| ${clock} | ${name} | ${seconds} s |`);
  return result;
}

function note(text: string): void {
  console.log(`| | ${text} | |`);
}
