import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Console, openConsole, type Visitor } from './support/console.ts';

const PORTRAIT = join(import.meta.dirname, '../../assets/presenters/helen/thumbnail.jpg');
const RENDER_MS = 120_000;

describe('films in the console', () => {
  let opened: Console;
  let visitor: Visitor;
  before(async () => {
    opened = await openConsole();
    visitor = await opened.visitor();
    await visitor.signInAsDemo();
  });
  after(() => opened?.close());

  test('makes a film of a presenter that plays with captions, and keeps it on reload', async () => {
    const { page } = visitor;
    await page.goto('/playground/films');
    await page.getByText('Marcus', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Good evening.');
    await page.getByText(/Costs \d+ credits/).waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
    await page.reload();
    await page.locator('video[src*="/output"]').waitFor({ timeout: RENDER_MS });
    const film = await page.evaluate(async () => {
      const video = document.querySelector('video') as HTMLVideoElement;
      await video.play();
      while (video.currentTime < 0.3) await new Promise((done) => setTimeout(done, 50));
      video.pause();
      const cue = video.textTracks[0]?.cues?.[0] as VTTCue | undefined;
      return { width: video.videoWidth, seconds: video.duration, said: cue?.text };
    });
    assert.ok(film.width >= 640 && film.seconds > 0.5 && film.seconds < 4, JSON.stringify(film));
    assert.match(film.said ?? '', /Good evening/);
    await visitor.check('films');
  });

  test('takes an uploaded portrait, and names its price', async () => {
    const { page } = visitor;
    await page.getByRole('tab', { name: 'Portrait' }).click();
    await page.getByLabel('A picture with a face').setInputFiles(PORTRAIT);
    await page.getByText('thumbnail.jpg').waitFor();
    await page.getByText(/Costs \d+ credits/).waitFor();
    await page.getByRole('button', { name: 'Choose from your assets' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'thumbnail.jpg' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await visitor.check('films-portrait');
  });
});
