import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Request } from 'playwright-core';
import { type Console, openConsole, type Visitor } from './support/console.ts';

const SPEECH = '/api/v1/tts/with-timestamps';
const FILM = '/api/v1/avatar';

describe('what costs something in the console', () => {
  let opened: Console;
  let visitor: Visitor;
  let sent: Request[];
  before(async () => {
    opened = await openConsole();
    visitor = await opened.visitor();
    await visitor.signUp('spender@example.com');
    visitor.page.on('request', (request) => sent.push(request));
  });
  after(() => opened?.close());

  const posts = (path: string) =>
    sent.filter((request) => request.method() === 'POST' && request.url().endsWith(path));
  const run = () => visitor.page.getByRole('button', { name: /^Run/ });
  const creditsLeft = (): Promise<number> =>
    visitor.page.evaluate(async () => (await (await fetch('/api/me')).json()).user.credits.remaining);

  async function openSpeech(): Promise<number> {
    const { page } = visitor;
    sent = [];
    await page.goto('/playground/speech');
    await page.getByLabel('Text').fill('Hello there, once.');
    await page.getByText('Costs 18 credits.').waitFor();
    return creditsLeft();
  }

  test('a double click on Run is one request and one charge', async () => {
    const left = await openSpeech();
    await run().dblclick();
    await visitor.page.getByRole('link', { name: 'Download speech.wav' }).waitFor();
    assert.equal(posts(SPEECH).length, 1);
    assert.equal(left - (await creditsLeft()), 18);
  });

  test('a film is ordered once, and not again while it is made', async () => {
    const { page } = visitor;
    sent = [];
    await page.goto('/playground/films');
    await page.getByText(/Costs \d+ credits/).waitFor();
    await run().dblclick();
    await page.getByRole('button', { name: 'Cancel the job' }).waitFor();
    assert.equal(posts(FILM).length, 1);
    assert.ok(await run().isDisabled());
    await page.getByRole('button', { name: 'Cancel the job' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the job' }).click();
    await page.getByText('The job was canceled.').waitFor();
    await run().and(page.locator(':enabled')).waitFor();
  });

  test('after a lost answer the same request has the same key, and is charged once', async () => {
    const { page } = visitor;
    const left = await openSpeech();
    await page.route(`**${SPEECH}`, async (route) => {
      await route.fetch();
      await route.abort('aborted');
    });
    await run().click();
    await page.getByRole('alert').getByText('The service cannot be reached').waitFor();
    await page.unroute(`**${SPEECH}`);
    await run().click();
    await page.getByRole('link', { name: 'Download speech.wav' }).waitFor();
    const keysOf = () => new Set(posts(SPEECH).map((request) => request.headers()['idempotency-key']));
    assert.ok(posts(SPEECH).length > 1);
    assert.equal(keysOf().size, 1);
    assert.equal(left - (await creditsLeft()), 18);
    await Promise.all([page.waitForResponse(`**${SPEECH}`), run().click()]);
    assert.equal(keysOf().size, 2, 'after an answer, a press is another request');
  });

  test('without enough credits a sentence leads to plans and top-ups', async () => {
    const { page } = visitor;
    visitor.expectStatuses([402]);
    await openSpeech();
    const json = { error: 'Credit quota exhausted.', code: 'quota_exhausted' };
    await page.route(`**${SPEECH}`, (route) => route.fulfill({ status: 402, json }));
    await run().click();
    await page.getByRole('alert').getByText('You do not have enough credits for this.').waitFor();
    await visitor.check('speech-no-credits');
    await page.unroute(`**${SPEECH}`);
    await page.getByRole('link', { name: 'Plans and top-up' }).click();
    await page.waitForURL('**/account/billing');
  });

  test('a recording that is too long or too large is named before it is sent', async () => {
    const { page } = visitor;
    sent = [];
    await page.goto('/playground/transcription');
    const choose = (buffer: Buffer) =>
      page
        .getByLabel('Audio or video file')
        .setInputFiles({ name: 'talk.wav', mimeType: 'audio/wav', buffer });
    await choose(silence({ seconds: 200, rate: 8_000 }));
    await page.getByText('This recording lasts 3:20 minutes').waitFor();
    assert.ok(await run().isDisabled());
    await visitor.check('transcription-too-long');
    await choose(silence({ seconds: 170, rate: 48_000 }));
    await page.getByText(/This file has [\d.]+ MB/).waitFor();
    assert.ok(await run().isDisabled());
    assert.equal(posts('/api/v1/stt').length, 0);
  });
});

/** 16 bits, mono. */
function silence({ seconds, rate }: { seconds: number; rate: number }): Buffer {
  const bytes = seconds * rate * 2;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  return Buffer.concat([header, Buffer.alloc(bytes)]);
}
