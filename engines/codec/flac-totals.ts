/** The first block of a FLAC file, STREAMINFO (RFC 9639, section 8.2), begins after the magic and its own header. */
const STREAM_INFO_AT = 8;
const TOTAL_AT = STREAM_INFO_AT + 13;
const DIGEST_AT = STREAM_INFO_AT + 18;

/** Fills in what an encoder that writes to a pipe leaves unknown. Players then show the length and can seek. */
export function addFlacTotals(file: Buffer, totals: { frames: number; md5: Buffer }): Buffer {
  if (file.toString('latin1', 0, 4) !== 'fLaC') throw new Error('not a FLAC file');
  const complete = Buffer.from(file);
  // 36 bits; the upper four share their byte with the sample size.
  const upper = Math.floor(totals.frames / 2 ** 32);
  complete[TOTAL_AT] = ((complete[TOTAL_AT] as number) & 0xf0) | upper;
  complete.writeUInt32BE(totals.frames % 2 ** 32, TOTAL_AT + 1);
  totals.md5.copy(complete, DIGEST_AT);
  return complete;
}
