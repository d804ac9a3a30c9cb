// The decoder is WebAssembly because it parses input from strangers: a fault in native code would end the service.
import { Decoder } from '@evan/opus/wasm/index.mjs';
import { createResampler } from '../dsp/index.ts';
import { InvalidPacket } from './errors.ts';
import { decodeG711, encodeG711 } from './g711.ts';
import { createEncoder, createFramer, FRAMES_PER_SECOND } from './opus.ts';
import { decodePcm16, encodePcm16, toPcm16 } from './wav.ts';

/** Mono sound in messages: 16-bit little-endian samples, bare Opus packets (no Ogg), or G.711 at 8 kHz. */
export const PACKET_FORMATS = ['pcm_16000', 'pcm_24000', 'opus', 'pcmu', 'pcma'] as const;
export type PacketFormat = (typeof PACKET_FORMATS)[number];

/** Returns 16 kHz samples. A packet that is refused leaves the stream as it was. */
export type PacketDecoder = (packet: Uint8Array) => Float32Array;

export type PacketEncoder = {
  push(samples: Float32Array): Uint8Array[];
  /** Returns the samples that still wait for a whole packet, padded with silence. */
  flush(): Uint8Array[];
  /** Forgets what was not sent: the next sound has nothing to do with the last. */
  reset(): void;
};

const DECODED_RATE = 16_000;
const RATES: Record<PacketFormat, number> = {
  pcm_16000: 16_000,
  pcm_24000: 24_000,
  opus: 24_000,
  pcmu: 8_000,
  pcma: 8_000,
};
/** The resampler holds back less than this. */
const RESAMPLER_TAIL_SECONDS = 0.004;

export function createSoundDecoder(format: PacketFormat): PacketDecoder {
  if (format === 'opus') return createOpusDecoder();
  const decode = {
    pcm_16000: decodePcm,
    pcm_24000: decodePcm,
    pcmu: (packet: Uint8Array) => decodeG711(packet, 'mu'),
    pcma: (packet: Uint8Array) => decodeG711(packet, 'a'),
  }[format];
  const resampler = createResampler(RATES[format], DECODED_RATE);
  return (packet) => resampler.push(decode(packet));
}

export function createSoundEncoder(format: PacketFormat, fromRate: number): PacketEncoder {
  const encoder = format === 'opus' ? createOpusEncoder() : bytesEncoder(format);
  const newResampler = () => createResampler(fromRate, RATES[format]);
  let resampler = newResampler();
  return {
    push: (samples) => encoder.push(resampler.push(samples)),
    flush() {
      const isResampled = fromRate !== RATES[format];
      const tail = isResampled
        ? resampler.push(new Float32Array(fromRate * RESAMPLER_TAIL_SECONDS))
        : NOTHING;
      return [...encoder.push(tail), ...encoder.flush()];
    },
    reset() {
      resampler = newResampler();
      encoder.reset();
    },
  };
}

const NOTHING = new Float32Array();

function decodePcm(packet: Uint8Array): Float32Array {
  if (packet.length % 2 !== 0)
    throw new InvalidPacket('The audio has half a sample: 16 bits are two bytes. Send whole samples.');
  return decodePcm16(Buffer.from(packet.buffer, packet.byteOffset, packet.length));
}

function createOpusDecoder(): PacketDecoder {
  const decoder = new Decoder({ channels: 1, sample_rate: DECODED_RATE });
  return (packet) => {
    if (packet.length === 0) return NOTHING;
    try {
      return decodePcm16(Buffer.from(decoder.decode(packet)));
    } catch (cause) {
      throw new InvalidPacket(
        'The audio is not an Opus packet. Send one packet per message, without Ogg.',
        cause,
      );
    }
  };
}

function createOpusEncoder(): PacketEncoder {
  const encoder = createEncoder(RATES.opus);
  const newFramer = () => createFramer(RATES.opus / FRAMES_PER_SECOND);
  let framer = newFramer();
  // The encoder writes into one buffer of its own.
  const encode = (frame: Int16Array): Uint8Array => Uint8Array.from(encoder.encode(frame));
  return {
    push: (samples) => framer.push(toPcm16(samples)).map(encode),
    // The first frame takes the samples that wait; the second, silent, pushes out what the encoder holds as look-ahead.
    flush: () => framer.flush(2).map(encode),
    reset() {
      framer = newFramer();
      encoder.reset();
    },
  };
}

function bytesEncoder(format: Exclude<PacketFormat, 'opus'>): PacketEncoder {
  const encode = {
    pcm_16000: encodePcm16,
    pcm_24000: encodePcm16,
    pcmu: (samples: Float32Array) => encodeG711(samples, 'mu'),
    pcma: (samples: Float32Array) => encodeG711(samples, 'a'),
  }[format];
  return {
    push: (samples) => (samples.length > 0 ? [encode(samples)] : []),
    flush: () => [],
    reset: () => undefined,
  };
}
