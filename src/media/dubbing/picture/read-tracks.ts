import { createInterface } from 'node:readline';
import { type FfmpegTools, FileRefused, rotationIn, startReader } from '../../../../engines/ffmpeg/index.ts';
import { filmInput } from './run-ffmpeg-with-progress.ts';

/** A coded picture, in the order of decoding. */
type Packet = {
  /** Seconds on the timeline of the film, which begins with its first sound or picture. Null if it is not known. */
  time: number | null;
  key: boolean;
};

export type PictureTrack = {
  /** ffmpeg's name, such as `h264`. */
  codec: string;
  /** Size as displayed. */
  width: number;
  height: number;
  start: number;
  end: number;
  fps: number;
  packets: Packet[];
};

export type FilmTracks = { picture: PictureTrack | null; soundCodec: string | null };

type Track = {
  kind: string;
  codec: string;
  tick: number;
  size: [width: number, height: number];
  packets: Packet[];
  start: number;
  last: number;
  end: number;
};

const LIMITS = { cpuSeconds: 600, memoryMib: 3 * 1024 };
/** ffmpeg's AV_NOPTS_VALUE. */
const NO_TIME = -(2 ** 63);
const HEADER = /^#(tb|media_type|codec_id|dimensions) (\d+): (\S+)$/u;
/** Track, decoding time, display time, duration, size, checksum and, unless it is a key frame and nothing else, flags. */
const PACKET = /^(\d+), *(-?\d+), *(-?\d+), *(-?\d+), *\d+, *0x[\da-f]+(?:, *F=0x([\dA-F]+))?/u;
const KEY = 1;
const DISCARDED = 4;

/** Reads all packets of the first picture and of the first sound, without decoding them. */
export async function readTracks(
  tools: FfmpegTools,
  path: string,
  { signal }: { signal: AbortSignal },
): Promise<FilmTracks> {
  const maps = ['-map', '0:V:0?', '-map', '0:a:0?', '-c', 'copy'];
  const args = ['-v', 'info', ...filmInput(path), ...maps, '-f', 'framecrc', 'pipe:1'];
  const reader = startReader(tools, args, { limits: LIMITS, signal });
  const tracks = new Map<string, Track>();
  for await (const line of createInterface({ input: reader.stdout })) readLine(tracks, line);
  const { ok, stderr } = await reader.exited;
  const [video, audio] = ['video', 'audio'].map((kind) =>
    [...tracks.values()].find((track) => track.kind === kind && track.packets.length > 0),
  );
  if (!ok && !video && !audio) throw new FileRefused('unreadable_media', stderr);
  return {
    picture: video ? pictureOf(video, rotationIn(stderr)) : null,
    soundCodec: audio?.codec ?? null,
  };
}

function readLine(tracks: Map<string, Track>, line: string): void {
  const [, name, index, value] = HEADER.exec(line) ?? [];
  if (index !== undefined && value !== undefined) {
    const track = tracks.get(index) ?? emptyTrack();
    tracks.set(index, track);
    const [a = 0, b = 1] = value.split(/[/x]/u).map(Number);
    if (name === 'tb') track.tick = a / b;
    else if (name === 'media_type') track.kind = value;
    else if (name === 'codec_id') track.codec = value;
    else track.size = [a, b];
    return;
  }
  const packet = PACKET.exec(line);
  const track = packet && tracks.get(packet[1] ?? '');
  if (track) addPacket(track, packet);
}

function emptyTrack(): Track {
  const times = { start: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY, end: 0 };
  return { kind: '', codec: '', tick: 0, size: [0, 0], packets: [], ...times };
}

function addPacket(track: Track, [, , , shown, duration, flags]: RegExpExecArray): void {
  const bits = flags === undefined ? KEY : Number.parseInt(flags, 16);
  const time = Number(shown) === NO_TIME ? null : Number(shown) * track.tick;
  track.packets.push({ time, key: (bits & KEY) !== 0 });
  // An edit list may start after pictures that are needed only to decode others.
  if (time === null || (bits & DISCARDED) !== 0) return;
  track.start = Math.min(track.start, time);
  track.last = Math.max(track.last, time);
  track.end = Math.max(track.end, time + Number(duration) * track.tick);
}

function pictureOf({ codec, size, packets, ...times }: Track, rotation: number): PictureTrack {
  const [width, height] = rotation % 180 === 0 ? size : size.toReversed();
  const { start, last } = Number.isFinite(times.start) ? times : { start: 0, last: 0 };
  const usual = packets.length > 1 && last > start ? (last - start) / (packets.length - 1) : 1 / 25;
  // A container need not state how long its last picture is shown.
  const end = times.end > last ? times.end : last + usual;
  return { codec, width: width ?? 0, height: height ?? 0, start, end, fps: 1 / usual, packets };
}
