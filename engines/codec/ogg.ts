/** A logical Ogg stream (RFC 3533): packets in, pages out. */
export type OggStream = {
  /** One page with these packets; `granule` is the position at the end of the last of them. */
  page(packets: readonly Uint8Array[], granule: bigint, flags?: { first?: boolean; last?: boolean }): Buffer;
};

/** A page has at most 255 lacing values, each standing for up to 255 bytes of a packet. */
const MAX_SEGMENTS = 255;
const HEADER_BYTES = 27;
const FIRST_PAGE = 0x02;
const LAST_PAGE = 0x04;
const CHECKSUM_AT = 22;

export function createOggStream(serial: number): OggStream {
  let sequence = 0;
  return {
    page(packets, granule, { first = false, last = false } = {}) {
      const lacing = packets.flatMap(lacingOf);
      if (lacing.length > MAX_SEGMENTS) throw new RangeError(`${lacing.length} segments do not fit a page`);
      const header = Buffer.alloc(HEADER_BYTES + lacing.length);
      header.write('OggS', 0, 'ascii');
      header[5] = (first ? FIRST_PAGE : 0) | (last ? LAST_PAGE : 0);
      header.writeBigInt64LE(granule, 6);
      header.writeUInt32LE(serial >>> 0, 14);
      header.writeUInt32LE(sequence++, 18);
      header[26] = lacing.length;
      header.set(lacing, HEADER_BYTES);
      const page = Buffer.concat([header, ...packets]);
      page.writeUInt32LE(checksum(page), CHECKSUM_AT);
      return page;
    },
  };
}

/** A length that is a multiple of 255 ends with a zero, or the packet would run on into the next one. */
function lacingOf(packet: Uint8Array): number[] {
  return [...Array<number>(Math.floor(packet.length / 255)).fill(255), packet.length % 255];
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x8000_0000 ? (value << 1) ^ 0x04c1_1db7 : value << 1;
  return value >>> 0;
});

/** CRC-32 with Ogg's own conventions: not reflected, not inverted, computed while the field itself is zero. */
function checksum(page: Uint8Array): number {
  let crc = 0;
  for (const byte of page) crc = ((crc << 8) ^ (TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return crc;
}
