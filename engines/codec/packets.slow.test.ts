import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { joinSamples } from '../dsp/index.ts';
import { findFfmpeg } from '../ffmpeg/index.ts';
import { InvalidPacket } from './errors.ts';
import { createSoundDecoder, createSoundEncoder, PACKET_FORMATS } from './packets.ts';
import { encodePcm16 } from './wav.ts';

const RATE = 24_000;
const EAR_RATE = 16_000;

function tone(seconds: number, rate: number): Float32Array {
  return Float32Array.from(
    { length: seconds * rate },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * 440 * i) / rate),
  );
}

/** Share of the sound's power that is the tone, wherever it begins. */
function toneShare(samples: Float32Array, rate: number): number {
  let sine = 0;
  let cosine = 0;
  let power = 0;
  for (const [i, sample] of samples.entries()) {
    const angle = (2 * Math.PI * 440 * i) / rate;
    sine += sample * Math.sin(angle);
    cosine += sample * Math.cos(angle);
    power += sample * sample;
  }
  return (2 * (sine ** 2 + cosine ** 2)) / samples.length / power;
}

function inPieces(samples: Float32Array, size: number): Float32Array[] {
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, i) =>
    samples.subarray(i * size, (i + 1) * size),
  );
}

/** Ogg pages hold lacing values: a packet ends with the first that is less than 255. */
function packetsOf(ogg: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  let parts: Buffer[] = [];
  for (let page = 0; page < ogg.length; ) {
    const lacing = ogg.subarray(page + 27, page + 27 + (ogg[page + 26] ?? 0));
    page += 27 + lacing.length;
    for (const length of lacing) {
      parts.push(ogg.subarray(page, page + length));
      page += length;
      if (length === 255) continue;
      packets.push(Buffer.concat(parts));
      parts = [];
    }
  }
  return packets.slice(2);
}

async function packetsByFfmpeg(...options: string[]): Promise<Buffer[]> {
  const ffmpeg = await findFfmpeg(undefined, process.env);
  assert.ok(ffmpeg, 'this test needs ffmpeg');
  const input = ['-f', 's16le', '-ar', '48000', '-ac', '1', '-i', 'pipe:0'];
  const child = spawn(ffmpeg, [
    '-v',
    'error',
    ...input,
    '-c:a',
    'libopus',
    ...options,
    '-f',
    'ogg',
    'pipe:1',
  ]);
  child.stdin.end(encodePcm16(tone(1, 48_000)));
  const [ogg, complaints] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  assert.equal(complaints.toString(), '');
  return packetsOf(ogg);
}

describe('sound in packets', () => {
  for (const format of PACKET_FORMATS)
    for (const rate of [RATE, 22_050])
      test(`${format} from ${rate} Hz arrives whole, whatever the pieces`, () => {
        for (const size of [rate, 4_801, 160]) {
          const { push, flush } = createSoundEncoder(format, rate);
          const packets = [...inPieces(tone(1, rate), size).flatMap(push), ...flush()];
          const heard = joinSamples(packets.map(createSoundDecoder(format)));
          assert.ok(Math.abs(heard.length - EAR_RATE) <= 0.06 * EAR_RATE, `${heard.length} samples`);
          assert.ok(toneShare(heard.subarray(800, 15_200), EAR_RATE) > 0.97);
        }
      });

  test('a cut leaves nothing of the sound before', () => {
    for (const format of PACKET_FORMATS) {
      const encoder = createSoundEncoder(format, RATE);
      encoder.push(tone(0.11, RATE));
      encoder.reset();
      const packets = [...encoder.push(new Float32Array(RATE / 10)), ...encoder.flush()];
      const heard = joinSamples(packets.map(createSoundDecoder(format)));
      assert.ok(
        heard.every((sample) => Math.abs(sample) < 0.001),
        format,
      );
    }
  });

  test('Opus leaves in packets of 20 ms that do not share memory', () => {
    const { push } = createSoundEncoder('opus', RATE);
    const packets = push(tone(0.2, RATE));
    assert.equal(packets.length, 10);
    const copies = packets.map((packet) => Uint8Array.from(packet));
    push(tone(0.2, RATE));
    assert.deepEqual(packets, copies);
    assert.ok(packets.every((packet) => packet.buffer.byteLength < 2_000));
  });

  test('Opus of other encoders is understood: any frame length, any bandwidth, stereo', async () => {
    const kinds = [
      ...['2.5', '5', '10', '20', '40', '60', '120'].map((ms) => ['-frame_duration', ms]),
      ['-application', 'voip', '-b:a', '12k'],
      ['-application', 'lowdelay'],
      ['-ac', '2', '-b:a', '128k'],
      ['-ar', '16000'],
    ];
    for (const kind of kinds) {
      const packets = await packetsByFfmpeg(...kind);
      const heard = joinSamples(packets.map(createSoundDecoder('opus')));
      assert.ok(Math.abs(heard.length - EAR_RATE) <= 0.13 * EAR_RATE, `${kind}: ${heard.length} samples`);
      assert.ok(toneShare(heard.subarray(1_600, 14_400), EAR_RATE) > 0.95, kind.join(' '));
    }
  });

  test('an empty message is no sound', () => {
    for (const format of PACKET_FORMATS) assert.equal(createSoundDecoder(format)(Buffer.alloc(0)).length, 0);
  });

  test('half a sample is refused, and the sound goes on', () => {
    const decode = createSoundDecoder('pcm_16000');
    assert.throws(() => decode(Buffer.alloc(3)), InvalidPacket);
    assert.equal(decode(Buffer.alloc(320)).length, 160);
  });

  test('bytes that are not aligned are read as they are', () => {
    const bytes = Buffer.concat([Buffer.from([7]), encodePcm16(Float32Array.of(0.5, -0.5))]);
    const samples = createSoundDecoder('pcm_16000')(new Uint8Array(bytes).subarray(1));
    assert.deepEqual(
      [...samples].map((sample) => Math.round(sample * 10)),
      [5, -5],
    );
  });

  test('whatever is sent as Opus is refused or bounded, and good packets are understood after it', () => {
    const decode = createSoundDecoder('opus');
    const good = createSoundEncoder('opus', RATE).push(tone(0.8, RATE));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_500 }), (bytes) => {
        try {
          assert.ok(decode(bytes).length <= 0.12 * EAR_RATE);
        } catch (error) {
          assert.ok(error instanceof InvalidPacket);
        }
      }),
      { numRuns: 2_000 },
    );
    assert.throws(() => decode(Buffer.alloc(100_000, 0xff)), InvalidPacket);
    const heard = joinSamples(good.map(decode));
    // What was sent before may be heard for a while.
    assert.ok(toneShare(heard.subarray(EAR_RATE / 2), EAR_RATE) > 0.95);
  });
});
