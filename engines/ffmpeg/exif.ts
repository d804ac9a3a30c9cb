const SEGMENT = 0xff;
const EXIF_SEGMENT = 0xe1;
const START_OF_SCAN = 0xda;
const ORIENTATION = 0x0112;

/** Degrees by orientation. Orientations 2, 4, 5 and 7 are mirrored as well. */
const CLOCKWISE = [0, 0, 0, 180, 180, 90, 90, 270, 270];

/** Degrees clockwise by which a JPEG must be rotated to be upright. ffmpeg reads this only since version 7. */
export function exifRotation(head: Buffer): number {
  return CLOCKWISE[readOrientation(head)] ?? 0;
}

/** Exif orientation of a JPEG, 1 to 8; 1 if it is absent or invalid. */
export function readOrientation(jpeg: Buffer): number {
  if (jpeg.length < 4 || jpeg.readUInt16BE(0) !== 0xffd8) return 1;
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === SEGMENT && jpeg[at + 1] !== START_OF_SCAN; ) {
    const length = jpeg.readUInt16BE(at + 2);
    const body = jpeg.subarray(at + 4, at + 2 + length);
    if (jpeg[at + 1] === EXIF_SEGMENT && body.toString('latin1', 0, 4) === 'Exif')
      return orientationIn(body.subarray(6));
    at += 2 + length;
  }
  return 1;
}

function orientationIn(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number =>
    at < 0 || at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const long = (at: number): number =>
    isLittle ? short(at) + short(at + 2) * 65_536 : short(at) * 65_536 + short(at + 2);
  const list = long(4);
  const entries = short(list);
  for (let i = 0; i < entries && list + 14 + i * 12 <= tiff.length; i += 1) {
    const entry = list + 2 + i * 12;
    if (short(entry) !== ORIENTATION) continue;
    const value = short(entry + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
