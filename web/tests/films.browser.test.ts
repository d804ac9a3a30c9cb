import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { type Console, openConsole, playing, type Visitor } from './support/console.ts';
import { recordingOf } from './support/recording.ts';
import { post, send } from './support/send.ts';

const PORTRAIT = join(import.meta.dirname, '../../assets/presenters/helen/thumbnail.jpg');
const RENDER_MS = 120_000;
const SPOKEN = { text: 'Buenas tardes a todos. Cómo están ustedes hoy?', voice_id: 'ef_dora' };
const SCRIPT = `1
00:00:00,100 --> 00:00:01,500
Good evening, everybody.

2
00:00:01,600 --> 00:00:03,200
How are you today, my friends?
`;

describe('films in the console', () => {
  let opened: Console;
  let visitor: Visitor;
  before(async () => {
    opened = await openConsole();
    visitor = await opened.visitor();
    await visitor.signUp('director@example.com');
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

  test('keeps a film as a run, which opens as it was and becomes a batch line or a tool call', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Name').fill('Evening');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/from=run_/);
    await page.getByText('Clara', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Something else.');
    await page.goto('/work/saved-runs');
    await page.getByRole('link', { name: 'Evening' }).click();
    await page.waitForURL(/films\?from=run_/);
    assert.equal(await page.getByRole('textbox', { name: 'Text' }).inputValue(), 'Good evening.');
    await page.getByRole('tab', { name: 'Batch line' }).click();
    await page.getByText(/"payload":\{"text":"Good evening\.".*"avatar_id":"marcus"/).waitFor();
    await page.getByRole('tab', { name: 'Tool call' }).click();
    await page.getByText('"name": "make_film"').waitFor();
  });

  test('makes films of a portrait with a recording, and of a clip with a text', async () => {
    const { page } = visitor;
    await page.getByRole('tab', { name: 'Portrait' }).click();
    await page.getByLabel('A picture with a face').setInputFiles(PORTRAIT);
    await page.getByText('thumbnail.jpg').waitFor();
    await page.getByRole('button', { name: 'Choose from your assets' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'thumbnail.jpg' }).click();
    await page.getByRole('tab', { name: 'Recording' }).click();
    await page.getByLabel('A recording of speech').setInputFiles({
      name: 'hello.wav',
      mimeType: 'audio/wav',
      buffer: await recordingOf(opened.service, { text: 'Hello.' }),
    });
    await page.getByText('hello.wav').waitFor();
    await page.getByText(/Costs \d+ credits/).waitFor();
    const told = page.getByLabel('Telling people');
    assert.equal(await told.getByRole('option', { name: 'A sentence before the text' }).count(), 0);
    await told.selectOption('A label in the picture');
    assert.ok(await page.getByRole('button', { name: 'Run' }).isDisabled(), 'nobody has consented');
    await page.getByLabel('I confirm this.').check();
    await page.getByText(/"disclosure":"visible","consent":true/).waitFor();
    await visitor.check('films-portrait');
    const filmed = await order(page, '/api/v1/generate');
    await shown(page, filmed);

    await page.getByRole('tab', { name: 'Clip' }).click();
    const clip = { name: 'clip.mp4', mimeType: 'video/mp4', buffer: await filmFrom({ seconds: 1 }) };
    await page.getByLabel('A video with a face').setInputFiles(clip);
    await page.getByText('clip.mp4').waitFor();
    assert.ok(!(await page.getByLabel('I confirm this.').isChecked()), 'another face, another consent');
    await page.getByLabel('I confirm this.').check();
    await page.getByLabel('differ in length').selectOption('Play it back and forth');
    await page.getByRole('tab', { name: 'Text', exact: true }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Hello.');
    await page.getByText(/Costs \d+ credits/).waitFor();
    await filmOf(page, '/api/v1/avatar');
    await visitor.check('films-clip');

    await page.goto(`/work/jobs/${filmed}`);
    await page.getByRole('button', { name: 'Show the record' }).click();
    await page.getByRole('dialog').getByText('explicit, informed permission').waitFor();
    await page
      .getByRole('dialog')
      .getByText(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/)
      .waitFor();
    await visitor.check('job-consent');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Record and manifest' }).click();
    await page.getByText('from something real and a trained model (AI)').waitFor();
  });

  test('hears a film, moves its lips, and tells what a change costs', async () => {
    const { page } = visitor;
    const { api_key: key } = await post(page, '/api/keys', { ephemeral: true });
    const said = { text: 'Buenas tardes a todos.', voice_id: 'ef_dora' };
    const { audio } = await post(page, '/api/v1/tts/with-timestamps', said, key);
    await page.goto('/playground/dubbing');
    const film = await filmFrom({ seconds: 2.5, audio: audio ?? '' });
    await page.getByLabel('A video or audio file').setInputFiles({
      name: 'talk.mp4',
      mimeType: 'video/mp4',
      buffer: film,
    });
    await page.getByLabel('From').selectOption('Spanish');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Name').fill('Spanish talk');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/from=run_/);
    await page.getByRole('tab', { name: 'Tool call' }).click();
    await page.getByText('"source_language": "es"').waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.waitForURL(/dubbing\/dub_/);
    await page.reload();
    await page.locator('video[src*="/output"]').waitFor({ timeout: RENDER_MS });
    assert.match(await page.getByLabel('Original').first().inputValue(), /tardes/i);
    const lines = await page.getByRole('form').count();
    await page.getByRole('button', { name: 'Split' }).first().click();
    await page.getByRole('form').nth(lines).waitFor();
    await page.getByText(/Costs \d+ credits/).waitFor();
    await page.getByRole('button', { name: 'Delete' }).last().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('form').nth(lines).waitFor({ state: 'detached' });
  });

  test('dubs with a script, and renders it again with other words and another voice', async () => {
    const { page } = visitor;
    // The test clicks faster than sixty calls a minute. The page waits as long as it is told, and tries again.
    visitor.expectStatuses([429]);
    const { api_key: key } = await post(page, '/api/keys', { ephemeral: true });
    await page.goto('/playground/dubbing');
    const { audio } = await post(page, '/api/v1/tts/with-timestamps', SPOKEN, key);
    await page.getByLabel('A video or audio file').setInputFiles({
      name: 'talk.mp4',
      mimeType: 'video/mp4',
      buffer: await filmFrom({ seconds: 4, audio: audio ?? '' }),
    });
    await page.getByText('Read what you confirm').click();
    await page.getByLabel('From').selectOption('Detected');
    await page.getByLabel('Move the lips').click();
    await page.getByText('More options').click();
    await page.getByRole('textbox', { name: 'Script' }).fill(SCRIPT);
    await page.getByText('Choose the language of the script.').waitFor();
    await page.getByLabel('The script is already translated').click();
    await page.getByText('Costs 54 credits.').waitFor();
    await visitor.check('dubbing');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('video[src*="/output"]').waitFor({ timeout: RENDER_MS });

    const second = page.getByRole('form', { name: /How are you/ });
    await second.getByRole('button', { name: 'Split' }).click();
    await page.getByRole('form').nth(2).waitFor();
    await second.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('form').nth(2).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add a speaker' }).click();
    await second.getByLabel('Speaker').selectOption('Speaker 2');
    await second.getByRole('button', { name: 'Save' }).click();
    await second.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' });
    await page.getByText('Costs 30 credits.').waitFor();
    const first = page.getByRole('form', { name: /Good evening/ });
    await first.getByLabel('Translation').fill('Good morning.');
    await page.reload();
    assert.equal(await first.getByLabel('Translation').inputValue(), 'Good morning.');

    // Somebody else changes the dub meanwhile.
    const id = page.url().split('/').at(-1) ?? '';
    await send(page, 'PATCH', `/api/v1/dub/${id}`, { glossary: { amigo: 'friend' } });
    visitor.expectStatuses([409]);
    await first.getByRole('button', { name: 'Save' }).click();
    await page.getByText('changed elsewhere meanwhile').waitFor();
    await first.getByRole('button', { name: 'Save' }).click();

    const changed = page.getByRole('form', { name: /Good morning/ });
    await changed.getByText('Not rendered yet').waitFor();
    await page.getByText('Costs 43 credits.').waitFor();
    await visitor.check('dub-changed');
    await page.getByRole('button', { name: 'Render again' }).click();
    await page.getByText('43 credits are reserved').first().waitFor();
    await changed.getByText('Not rendered yet').waitFor({ state: 'hidden', timeout: RENDER_MS });
    await changed.getByRole('button', { name: 'Hear it' }).click();
    assert.ok((await playing(page)) > 0.3);
    await visitor.check('dub');
  });

  test('survives the death of the service in the middle of a film, which is charged once', async () => {
    const { page } = visitor;
    await page.goto('/playground/films');
    await page.getByRole('tab', { name: 'Presenter' }).click();
    const text = 'The power fails while I speak, and yet I finish what I have to say to you.';
    await page.getByRole('textbox', { name: 'Text' }).fill(text);
    const used = async () =>
      page.evaluate(async () => (await (await fetch('/api/me')).json()).user.credits.used);
    const before: number = await used();
    const jobId = await order(page, '/api/v1/avatar');
    await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
    await opened.service.kill();
    await page.getByText('this page reconnects by itself').waitFor();
    await opened.service.restart();
    await shown(page, jobId);
    await page.getByText('this page reconnects by itself').waitFor({ state: 'hidden' });
    const { api_key: key } = await post(page, '/api/keys', { ephemeral: true });
    const { credits } = await send(page, 'GET', `/api/v1/jobs/${jobId}`, null, key);
    assert.equal((await used()) - before, credits);
  });
});

/** Runs the form, and gives the id of its job. */
async function order(page: Page, path: string): Promise<string> {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await page.getByRole('button', { name: 'Run' }).click();
  return (await (await answered).json()).job_id;
}

async function shown(page: Page, jobId: string): Promise<void> {
  await page.locator(`video[src*="${jobId}/output"]`).waitFor({ timeout: RENDER_MS });
}

async function filmOf(page: Page, path: string): Promise<void> {
  await shown(page, await order(page, path));
}

/** A film of the portrait, with this WAV in base64 or silent. */
async function filmFrom({ seconds, audio }: { seconds: number; audio?: string }): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'film-'));
  try {
    const sound = join(folder, 'sound.wav');
    const film = join(folder, 'film.mp4');
    if (audio) await writeFile(sound, Buffer.from(audio, 'base64'));
    const picture = ['-loop', '1', '-framerate', '10', '-t', String(seconds), '-i', PORTRAIT];
    const codecs = ['-vf', 'scale=256:256', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    const inputs = [...picture, ...(audio ? ['-i', sound] : [])];
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...inputs, ...codecs, film]);
    return await readFile(film);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
