import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startRecording } from './recorder.ts';
import { fileNameOf, slugOf } from './save.ts';
import { formatFor } from './sound.ts';
import { runHere } from './testing.ts';

describe('the command', () => {
  test('explains itself, and every command in it', async () => {
    const { code, stdout } = await runHere(['help']);
    assert.equal(code, 0);
    for (const name of ['say', 'transcribe', 'login', 'completion']) {
      assert.match(stdout, new RegExp(`^ {2}${name} `, 'm'));
      assert.match((await runHere(['help', name])).stdout, new RegExp(`vox ${name}`));
    }
    assert.match((await runHere(['jobs', 'get', '-h'])).stdout, /vox jobs get JOB/);
    assert.match((await runHere(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
  });

  test('needs a key before it reads or pays for anything', async () => {
    const { code, stderr } = await runHere(['say', 'Hello']);
    assert.equal(code, 3);
    assert.match(stderr, /No key for http:\/\/127\.0\.0\.1:8080\.\n {2}Sign in: vox login/);
    const missing = await runHere(['say', 'Hello', '--profile', 'work']);
    assert.match(missing.stderr, /There is no profile "work"/);
  });

  test('with --json prints one document, for errors too', async () => {
    const { code, stdout } = await runHere(['sing', '--json']);
    assert.equal(code, 2);
    assert.equal(JSON.parse(stdout).error.message, 'There is no command "sing".');
  });

  test('refuses a file that cannot be written, before anything is paid for', async () => {
    const env = { VOX_API_KEY: 'k', VOX_BASE_URL: 'http://127.0.0.1:9' };
    const folder = await runHere(['say', '-o', '.', 'Hello'], { env });
    assert.deepEqual([folder.code, /is a folder/.test(folder.stderr)], [2, true]);
    const missing = await runHere(['film', '-o', '/missing/folder/x.mp4', 'Hello'], { env });
    assert.deepEqual([missing.code, /no folder \/missing\/folder/.test(missing.stderr)], [2, true]);
  });

  test('refuses what makes no sense together', async () => {
    const env = { VOX_API_KEY: 'k' };
    assert.equal((await runHere(['say', '-o', '-', '--json', 'Hello'], { env })).code, 2);
    assert.equal((await runHere(['say', '-f', 'a.txt', 'Hello'], { env })).code, 2);
    assert.equal((await runHere(['say', '-o', 'speech.doc', 'Hello'], { env })).code, 2);
    assert.equal((await runHere(['say'], { env })).code, 2);
    assert.equal((await runHere(['clone', 'a.wav'], { env })).code, 2);
  });
});

describe('names of files', () => {
  test('come from the text, and stay in their folder', () => {
    assert.equal(slugOf('Hello, wörld! It is 5 o’clock.', 'x'), 'hello-wörld-it-is-5-o-clock');
    assert.equal(slugOf('…', 'speech'), 'speech');
    assert.equal(fileNameOf('../../etc/passwd'), 'etc-passwd');
    assert.equal(fileNameOf('..'), 'file');
  });

  test('say the format', () => {
    const formats = ['wav', 'mp3', 'midi'] as const;
    assert.equal(formatFor(formats, undefined, 'a.MP3', 'wav'), 'mp3');
    assert.equal(formatFor(formats, undefined, 'a.mid', 'wav'), 'midi');
    assert.equal(formatFor(formats, undefined, '-', 'wav'), 'wav');
    assert.equal(formatFor(formats, 'wav', 'a.mp3', 'mp3'), 'wav');
  });
});

describe('a recording', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vox-recorder-'));
  });
  after(() => rm(folder, { recursive: true }));
  const install = async (script: string) => {
    await writeFile(join(folder, 'arecord'), `#!/bin/sh\nexport PATH=/usr/bin:/bin\n${script}\n`);
    await chmod(join(folder, 'arecord'), 0o755);
  };

  test('ends when it is stopped, with what was recorded', async () => {
    // Like arecord, it completes its file and fails when it is interrupted.
    await install(
      'for path; do :; done; head -c 100 /dev/zero >"$path"; trap "exit 1" INT; while :; do sleep 0.02; done',
    );
    const path = join(folder, 'a.wav');
    const { stop, ended, name } = startRecording(path, { PATH: folder });
    assert.equal(name, 'arecord');
    setTimeout(stop, 200);
    await ended;
    assert.ok((await readdir(folder)).includes('a.wav'));
  });

  test('that has no sound is an error, and so is a machine without a recorder', async () => {
    await install('echo "no soundcards found" >&2; exit 1');
    const { ended } = startRecording(join(folder, 'b.wav'), { PATH: folder });
    await assert.rejects(ended, /arecord recorded nothing. no soundcards found/);
    assert.throws(() => startRecording(join(folder, 'c.wav'), { PATH: '' }), /Install alsa-utils/);
  });
});
