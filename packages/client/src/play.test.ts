import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { Media } from './media.ts';
import { choosePlayer } from './play/players.ts';
import { findPlayer, play } from './play.ts';

const WAV = { headers: { 'content-type': 'audio/wav' } };

describe('playing by a command', () => {
  let folder: string;
  const PATH = process.env.PATH;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vox-play-test-'));
    process.env.PATH = folder;
  });
  afterEach(async () => {
    for (const name of await readdir(folder)) await rm(join(folder, name));
  });
  after(async () => {
    process.env.PATH = PATH;
    await rm(folder, { recursive: true });
  });
  const install = async (name: string, script: string) => {
    await writeFile(join(folder, name), `#!/bin/sh\nexport PATH=/usr/bin:/bin\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  };

  test('gives a player the sound through a pipe', async () => {
    await install('ffplay', `cat >${folder}/heard`);
    assert.equal(findPlayer(), 'ffplay');
    await play(Promise.resolve(new Media(new Response('RIFF…', WAV))));
    assert.equal(await readFile(join(folder, 'heard'), 'utf8'), 'RIFF…');
  });

  test('gives a player that cannot read one a file', async () => {
    await install('afplay', `cat "$1" >${folder}/heard`);
    await play(new TextEncoder().encode('RIFF'));
    assert.equal(await readFile(join(folder, 'heard'), 'utf8'), 'RIFF');
  });

  test('says why a player failed, even when it stops reading', async () => {
    await install('mpv', 'echo "no such device" >&2; exit 1');
    await assert.rejects(play(new Uint8Array(4_000_000)), /mpv could not play the sound. no such device/);
    await install('ffplay', 'echo "audio open failed" >&2');
    await assert.rejects(play(new Uint8Array(8)), /ffplay could not play the sound/);
  });

  test('stops when it is aborted', async () => {
    await install('mpv', 'exec sleep 60');
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 50);
    await assert.rejects(play(new Uint8Array(8), { signal: abort.signal }), { name: 'AbortError' });
  });

  test('says what to install when there is none', async () => {
    assert.equal(findPlayer(), null);
    await assert.rejects(play(new Uint8Array(8)), /Install ffmpeg/);
  });

  test('does not give a player what it does not know', () => {
    const onlyAplay = (name: string) => name === 'aplay';
    assert.equal(choosePlayer('audio/wav', onlyAplay)?.name, 'aplay');
    assert.equal(choosePlayer('audio/mpeg', onlyAplay), null);
  });
});

test('playing in a browser is done by an audio element', async () => {
  const urls: string[] = [];
  class Audio {
    onended: (() => void) | null = null;
    constructor(url: string) {
      urls.push(url);
    }
    async play() {
      setTimeout(() => this.onended?.(), 1);
    }
  }
  Object.assign(globalThis, { document: {}, Audio });
  try {
    await play(new Media(new Response('RIFF', WAV)));
    assert.match(urls[0] ?? '', /^blob:/);
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
    Reflect.deleteProperty(globalThis, 'Audio');
  }
});
