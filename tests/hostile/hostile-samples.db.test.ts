import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { sql } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { cloneVoice, postClone } from '../support/clone-voice.ts';
import { type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { mp3, sound } from '../support/media-files.ts';
import { postForm } from '../support/post-form.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const MEGABYTE = 1024 ** 2;

describe('hostile samples, read by the real decoder', () => {
  let service: TestService;
  let customer: Customer;
  let scratch: string;
  let speech: Buffer;
  const { TMPDIR } = process.env;
  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'hostile-'));
    service = await openTestService();
    const admin = await openAdmin(service);
    customer = await openCustomer(service);
    await admin.setPlan(customer, 'creator');
    speech = await mp3(6);
    // Uploads are received there from now on.
    process.env.TMPDIR = scratch;
  });
  after(async () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    await service.close();
    await rm(scratch, { recursive: true });
  });
  afterEach(() => forgetRateLimits(service.db));

  async function leftBehind(): Promise<string[]> {
    const left = await readdir(scratch);
    for (const prefix of ['voices/', 'idempotency/'])
      for await (const key of service.storage.list(prefix)) left.push(key);
    for (const table of ['loose_objects', 'voices', 'voice_samples', 'voice_consents', 'jobs']) {
      const { rows } = await sql`SELECT FROM ${sql.table(table)}`.execute(service.db);
      if (rows.length > 0) left.push(table);
    }
    return left;
  }
  /** Refused with a reason that names the file, and nothing of it is kept. */
  async function refuse(bytes: Buffer, code: string, reason: RegExp, filename = 'mine.wav') {
    const reply = await postClone(customer, { samples: [{ bytes, filename }] });
    assertError(reply, 400, code);
    assert.match(reply.json().error, reason);
    assert.ok(reply.json().error.includes(filename), reply.body);
    assert.deepEqual(await leftBehind(), []);
  }

  test('400: a header that claims two hours, 0 Hz, 255 channels or NaN', async () => {
    const twoHours = sound(3);
    twoHours.writeUInt32LE(8_000 * 2 * 7_200, 40);
    await refuse(twoHours, 'sample_length', /has 3\.0 seconds/);
    await refuse(wav({ rate: 0 }), 'unreadable_sample', /could not be read/);
    await refuse(wav({ channels: 255 }), 'unreadable_sample', /could not be read/);
    await refuse(wav({ format: 3, bits: 32, fill: 0xff }), 'sample_silent', /silent/);
  });

  test('400: what is no sound: a zip, an empty file, text, a playlist, a picture', async () => {
    const zip = Buffer.from(`PK\u0003\u0004${'x'.repeat(5_000)}`, 'latin1');
    await refuse(zip, 'unreadable_sample', /could not be read/);
    await refuse(Buffer.alloc(0), 'unreadable_sample', /could not be read/);
    await refuse(Buffer.from('RIFF'), 'unreadable_sample', /could not be read/);
    await refuse(
      Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(4_000)]),
      'unreadable_sample',
      /WAV or MP3/,
    );
  });

  test('400: a playlist or a picture that names another file or an address, and nobody is asked for it', async () => {
    let visits = 0;
    const server = createServer((_request, response) => {
      visits += 1;
      response.end(speech);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/speech.mp3`;
    const playlist = (target: string) =>
      Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n${target}\n#EXT-X-ENDLIST\n`);
    const picture = `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/></svg>`;
    const list = `ffconcat version 1.0\nfile '/etc/hostname'\n`;
    for (const bytes of [playlist(url), playlist('/etc/passwd'), Buffer.from(picture), Buffer.from(list)])
      await refuse(bytes, 'unreadable_sample', /could not be read/, 'mine.mp3');
    server.close();
    assert.equal(visits, 0);
  });

  test('400: an MP3 with a huge picture, by its size or because there is nothing else in it', async () => {
    await refuse(withPicture(50), 'upload_too_large', /larger than the limit of 32 MB/, 'mine.mp3');
    await refuse(withPicture(9), 'upload_too_large', /smaller than 8 MB/, 'mine.mp3');
    const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)]);
    await refuse(withPicture(7, frame), 'unreadable_sample', /could not be read/, 'mine.mp3');
  });

  test('400: an MP3 that was cut off is as long as what is left of it', async () => {
    await refuse(speech.subarray(0, speech.length / 2), 'sample_length', /has [23]\.\d seconds/, 'mine.mp3');
    await refuse(speech.subarray(0, 20), 'unreadable_sample', /could not be read/, 'mine.mp3');
  });

  test('a hostile recording of a consent, or to search with, leaves nothing behind either', async () => {
    const recording = wav({ rate: 0 });
    const path = '/api/voices/clone/01890000-0000-7000-8000-000000000000/consent';
    const challenge_id = '01890000-0000-7000-8000-000000000000';
    assertError(await postForm(customer, path, { challenge_id, recording }), 400, 'unreadable_audio');
    assertError(
      await postForm(customer, '/api/v1/voices/similar', { file: recording }),
      400,
      'unreadable_audio',
    );
    assert.deepEqual(await leftBehind(), []);
  });

  test('after all of them every slot is free, and a good MP3 whose file is mostly a picture is a voice', async () => {
    const samples = [{ bytes: withPicture(7, speech), filename: 'cover.mp3' }];
    for (let slot = 0; slot < 3; slot += 1)
      assert.equal((await cloneVoice(customer, { samples })).status, 'ready');
    assertError(await postClone(customer, { samples }), 402, 'slot_limit');
  });
});

type Header = { rate?: number; channels?: number; format?: number; bits?: number; fill?: number };

/** Six seconds at 8 kHz, mono, 16 bits, if the header were true. */
function wav({ rate = 8_000, channels = 1, format = 1, bits = 16, fill = 0x20 }: Header): Buffer {
  const data = Buffer.alloc(6 * 8_000 * (bits / 8), fill);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(format, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE((rate * channels * bits) / 8, 28);
  header.writeUInt16LE((channels * bits) / 8, 32);
  header.writeUInt16LE(bits, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

/** A tag whose picture has so many megabytes, before the frames of the sound. */
function withPicture(megabytes: number, frames: Buffer = Buffer.alloc(0)): Buffer {
  const synchsafe = (value: number) => Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f));
  const picture = Buffer.concat([
    Buffer.from('\0image/jpeg\0\u0003\0', 'latin1'),
    Buffer.alloc(megabytes * MEGABYTE),
  ]);
  const frame = Buffer.concat([Buffer.from('APIC'), synchsafe(picture.length), Buffer.alloc(2), picture]);
  return Buffer.concat([Buffer.from('ID3\u0004\0\0', 'latin1'), synchsafe(frame.length), frame, frames]);
}
