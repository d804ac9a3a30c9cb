import type { PictureTrack } from './read-tracks.ts';

/** Codecs that MP4 may contain and that players of MP4 know. */
const CODECS: readonly string[] = ['h264', 'hevc', 'av1', 'vp9'];

/** Whether the picture can be put into an MP4 as it is. */
export function isCopyable({ codec, packets }: PictureTrack): boolean {
  // AVI knows no display times, so pictures that are not in their order cannot be placed.
  return CODECS.includes(codec) && packets[0]?.key === true && packets.every(({ time }) => time !== null);
}
