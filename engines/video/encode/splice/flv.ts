import type { Readable } from 'node:stream';
import { takeBytes } from '../../../ffmpeg/index.ts';

/** A packet of H.264 in FLV, the simplest format in which ffmpeg reads and writes packets with their times. */
export type VideoTag = {
  /** Everything of the tag in front of the packet, without its length. */
  head: Uint8Array;
  isRecord: boolean;
  /** An `avcC` record, or the units of a picture. */
  packet: Uint8Array;
};

const FILE_HEAD_BYTES = 13;
const TAG_HEAD_BYTES = 11;
const VIDEO_HEAD_BYTES = 5;
const VIDEO = 9;
const [RECORD, PICTURE] = [0, 1];
/** A file of video only, and the length of the tag before its first. */
export const FILE_HEAD = Uint8Array.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]);

/** Ends where the stream ends, even within a tag: whoever writes it knows whether it is whole. */
export async function* readTags(stream: Readable): AsyncGenerator<VideoTag> {
  const source = takeBytes(stream);
  if (!(await source.into(new Uint8Array(FILE_HEAD_BYTES)))) return;
  while (true) {
    const tagHead = new Uint8Array(TAG_HEAD_BYTES);
    if (!(await source.into(tagHead))) return;
    const body = new Uint8Array(((tagHead[1] ?? 0) << 16) | ((tagHead[2] ?? 0) << 8) | (tagHead[3] ?? 0));
    if (!(await source.into(body)) || !(await source.into(new Uint8Array(4)))) return;
    if (tagHead[0] !== VIDEO || (body[1] !== RECORD && body[1] !== PICTURE)) continue;
    const head = new Uint8Array(TAG_HEAD_BYTES + VIDEO_HEAD_BYTES);
    head.set(tagHead);
    head.set(body.subarray(0, VIDEO_HEAD_BYTES), TAG_HEAD_BYTES);
    yield { head, isRecord: body[1] === RECORD, packet: body.subarray(VIDEO_HEAD_BYTES) };
  }
}

/** The tag with another packet. */
export function writeTag({ head }: VideoTag, packet: Uint8Array): Uint8Array {
  const tag = new Uint8Array(head.length + packet.length + 4);
  tag.set(head);
  const length = VIDEO_HEAD_BYTES + packet.length;
  tag.set([(length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff], 1);
  tag.set(packet, head.length);
  new DataView(tag.buffer).setUint32(tag.length - 4, TAG_HEAD_BYTES + length);
  return tag;
}
