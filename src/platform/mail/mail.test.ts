import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLog } from '../log.ts';
import { createMailer, MailUnavailable } from './index.ts';
import { openSmtpServer } from './testing/smtp.ts';

const FROM = 'Vox Humana <noreply@example.com>';
const MAIL = { to: 'ann@example.com', subject: 'Hello', text: 'A line.' };

function mailerFor(options: { smtpUrl?: string; outboxDir?: string }) {
  const { smtpUrl, outboxDir = null } = options;
  const mailer = createMailer({ smtpUrl, from: FROM, outboxDir, log: silentLog, retryAfterMs: [0, 0] });
  assert.ok(mailer);
  return mailer;
}

test('mail reaches an SMTP server', async (t) => {
  const smtp = await openSmtpServer();
  t.after(smtp.close);
  const mailer = mailerFor({ smtpUrl: smtp.url });
  mailer.post(async () => MAIL);
  await mailer.close();
  const [mail] = smtp.received;
  assert.deepEqual([mail?.from, mail?.to], ['noreply@example.com', ['ann@example.com']]);
  assert.match(mail?.raw ?? '', /^Subject: Hello\r$/m);
});

test('a temporary refusal is retried', async (t) => {
  const smtp = await openSmtpServer({ refuse: 2 });
  t.after(smtp.close);
  const mailer = mailerFor({ smtpUrl: smtp.url });
  mailer.post(async () => MAIL);
  await mailer.idle();
  assert.equal(smtp.received.length, 1);
});

test('nothing in an address or a subject becomes a header or another recipient', async (t) => {
  const smtp = await openSmtpServer();
  t.after(smtp.close);
  const mailer = mailerFor({ smtpUrl: smtp.url });
  const hostile = [
    'ann@example.com\r\nBcc: eve@example.com',
    'ann@example.com, eve@example.com',
    'ann@example.com>',
  ];
  for (const to of hostile) mailer.post(async () => ({ ...MAIL, to, subject: 'Hi\r\nBcc: eve@example.com' }));
  await mailer.close();
  for (const { to, raw } of smtp.received) {
    assert.equal(to.length, 1);
    assert.doesNotMatch(raw, /^(Bcc|Cc):/im);
    assert.ok(!to.includes('eve@example.com'));
  }
});

test('an unreachable server loses the mail and nothing else', async () => {
  const mailer = mailerFor({ smtpUrl: 'smtp://127.0.0.1:1' });
  mailer.post(async () => MAIL);
  await mailer.close();
});

test('files of the outbox sort as their mails were posted, though one takes longer to compose', async (t) => {
  const outboxDir = await mkdtemp(join(tmpdir(), 'vox-mail-'));
  t.after(() => rm(outboxDir, { recursive: true }));
  const mailer = mailerFor({ outboxDir });
  const second = Promise.withResolvers<void>();
  mailer.post(async () => {
    await second.promise;
    return { ...MAIL, subject: 'First' };
  });
  mailer.post(async () => {
    second.resolve();
    return { ...MAIL, subject: 'Second' };
  });
  await mailer.close();
  const texts = (await readdir(outboxDir)).sort().map((name) => readFile(join(outboxDir, name), 'utf8'));
  const subjects = (await Promise.all(texts)).map((text) => /^Subject: (.*)$/m.exec(text)?.[1]);
  assert.deepEqual(subjects, ['First', 'Second']);
});

test('without a server each mail is a file that only its owner can read', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vox-mail-'));
  t.after(() => rm(folder, { recursive: true }));
  const outboxDir = join(folder, 'outbox');
  const mailer = mailerFor({ outboxDir });
  mailer.post(async () => MAIL);
  mailer.post(async () => null);
  await mailer.close();
  const [name = '', ...others] = await readdir(outboxDir);
  assert.deepEqual(others, []);
  assert.match(name, /\.eml$/);
  assert.equal((await stat(outboxDir)).mode & 0o777, 0o700);
  assert.equal((await stat(join(outboxDir, name))).mode & 0o777, 0o600);
  const text = await readFile(join(outboxDir, name), 'utf8');
  assert.match(text, /^To: ann@example.com$/m);
  assert.match(text, /^From: Vox Humana <noreply@example.com>$/m);
});

test('503: too many mails wait', () => {
  const mailer = mailerFor({ outboxDir: '/nonexistent' });
  const never = new Promise<null>(() => undefined);
  for (let index = 0; index < 1_000; index++) mailer.post(() => never);
  assert.throws(() => mailer.post(() => never), MailUnavailable);
});
