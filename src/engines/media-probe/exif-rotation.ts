const START_OF_IMAGE = 0xffd8;
const EXIF_SEGMENT = 0xffe1;
const START_OF_SCAN = 0xffda;
const ORIENTATION = 0x0112;
const ENTRY_BYTES = 12;

/** By the orientation's number; the even ones are mirrored as well. */
const CLOCKWISE = [0, 0, 0, 180, 180, 90, 90, 270, 270];

/** How far a photograph must be turned: cameras write it into the picture, and ffmpeg reads it only since version 7. */
export function exifRotation(head: Buffer): number {
  try {
    const tiff = exifOf(head);
    return tiff ? (CLOCKWISE[orientationIn(tiff)] ?? 0) : 0;
  } catch (error) {
    // It points outside of itself: as good as absent.
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

function exifOf(head: Buffer): Buffer | null {
  if (head.length < 4 || head.readUInt16BE(0) !== START_OF_IMAGE) return null;
  for (let at = 2; head.readUInt16BE(at) !== START_OF_SCAN; at += 2 + head.readUInt16BE(at + 2)) {
    const isExif = head.toString('latin1', at + 4, at + 10) === 'Exif\0\0';
    if (head.readUInt16BE(at) === EXIF_SEGMENT && isExif) return head.subarray(at + 10);
  }
  return null;
}

function orientationIn(tiff: Buffer): number {
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number): number => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = u16(directory);
  for (let i = 0; i < entries; i += 1) {
    const at = directory + 2 + i * ENTRY_BYTES;
    if (u16(at) === ORIENTATION) return u16(at + 8);
  }
  return 0;
}
