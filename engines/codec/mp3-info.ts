/** The facts that the header of a frame states (ISO/IEC 11172-3 and 13818-3). */
type Frame = { bytes: number; samples: number; sideInfoBytes: number; kbps: number };

const HEADER_BYTES = 4;
const KBPS = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const MPEG1_RATES = [44_100, 48_000, 32_000];
const MPEG_1 = 3;
const MPEG_2 = 2;
const MONO = 3;
const NO_CRC = 0x01;
const PADDED = 0x02;

/** LAME's own delay; decoders add 529 samples of theirs. */
const ENCODER_DELAY = 576;
const CONSTANT_RATE = 1;
const ALL_FIELDS = 0x0f;
const SEEK_POINTS = 100;

/**
 * Adds the `Info` frame of LAME, which a stream cannot have because it tells the length. Players that know it skip the
 * silence that the encoder adds at both ends, so a loop has no gap; the others play it as 26 ms of silence.
 */
export function addMp3Info(stream: Buffer, samples: number): Buffer {
  const first = frameAt(stream, 0);
  const info = Buffer.alloc(first.bytes);
  stream.copy(info, 0, 0, HEADER_BYTES);
  info[1] = (info[1] as number) | NO_CRC;
  info[2] = (info[2] as number) & ~PADDED;
  const frames = countFrames(stream);
  const totalBytes = info.length + stream.length;
  const padding = frames * first.samples - ENCODER_DELAY - samples;

  let at = HEADER_BYTES + first.sideInfoBytes;
  at += info.write('Info', at, 'latin1');
  at = info.writeUInt32BE(ALL_FIELDS, at);
  at = info.writeUInt32BE(frames, at);
  at = info.writeUInt32BE(totalBytes, at);
  for (let point = 0; point < SEEK_POINTS; point += 1)
    at = info.writeUInt8(Math.floor((256 * point) / SEEK_POINTS), at);
  at = info.writeUInt32BE(0, at);
  at += info.write('LAME3.100', at, 'latin1');
  info.writeUInt8(CONSTANT_RATE, at);
  info.writeUInt8(Math.min(255, first.kbps), at + 11);
  info.writeUIntBE((ENCODER_DELAY << 12) | padding, at + 12, 3);
  info.writeUInt32BE(totalBytes, at + 19);
  info.writeUInt16BE(crc16(stream), at + 23);
  info.writeUInt16BE(crc16(info.subarray(0, at + 25)), at + 25);
  return Buffer.concat([info, stream]);
}

function countFrames(stream: Buffer): number {
  let frames = 0;
  for (let at = 0; at < stream.length; frames += 1) at += frameAt(stream, at).bytes;
  return frames;
}

function frameAt(stream: Buffer, at: number): Frame {
  const header = stream.readUInt32BE(at);
  if (header >>> 21 !== 0x7ff) throw new Error(`no MP3 frame at byte ${at}`);
  const version = (header >>> 19) & 3;
  const kbps = KBPS[version === MPEG_1 ? 'mpeg1' : 'mpeg2'][(header >>> 12) & 15] ?? 0;
  const halvings = version === MPEG_1 ? 0 : version === MPEG_2 ? 1 : 2;
  const rate = (MPEG1_RATES[(header >>> 10) & 3] ?? 0) >> halvings;
  const samples = version === MPEG_1 ? 1_152 : 576;
  const padding = (header >>> 9) & 1;
  const isMono = ((header >>> 6) & 3) === MONO;
  const bytes = Math.floor((samples * kbps * 125) / rate) + padding;
  if (!(bytes > HEADER_BYTES && Number.isFinite(bytes)))
    throw new Error(`no length of a frame at byte ${at}`);
  return { bytes, samples, kbps, sideInfoBytes: sideInfoBytesOf(version === MPEG_1, isMono) };
}

function sideInfoBytesOf(isMpeg1: boolean, isMono: boolean): number {
  if (isMpeg1) return isMono ? 17 : 32;
  return isMono ? 9 : 17;
}

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xa001 : value >>> 1;
  return value;
});

/** CRC-16/ARC, as LAME has it. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] as number);
  return crc;
}
