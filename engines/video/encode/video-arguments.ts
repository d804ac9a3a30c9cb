import { SOUND_AND_VIDEO } from '../../ffmpeg/index.ts';

/** A fraction, because 29.97 frames per second is 30,000 frames in 1,001 seconds. */
export type FrameRate = { frames: number; seconds: number };

export type EncodeOptions = {
  /** Both even. */
  width: number;
  height: number;
  frameRate: FrameRate;
  /** The sound is cut or padded with silence to this length, give or take less than a frame. */
  frameCount: number;
  /** Any audio file that ffmpeg reads. */
  audioPath: string;
  audioKbps: number;
  videoPath: string;
  signal?: AbortSignal | undefined;
};

/**
 * These settings are as good as `veryfast` at crf 21 (SSIM 0.9966 and 0.9962 on a presenter) in three quarters of the
 * time. Frames that are not referenced are the cheapest, so seven lie between two reference frames; placing them
 * adaptively gains nothing.
 */
const SPEED = ['-preset', 'superfast'];
const PARAMETERS = 'mbtree=1:rc-lookahead=10:bframes=7:b-adapt=0';
const QUALITY = 18.5;
const SECONDS_PER_KEYFRAME = 4;
const COLOURS = [
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-color_range',
  'tv',
];
const SAMPLE_RATE = 48_000;
/** An AAC packet has this many samples. */
const SAMPLES_PER_PACKET = 1_024;
/** ffmpeg's AAC encoder keeps to the bitrate of a single channel up to about 176 kbps; this leaves a margin. */
const MOST_KBPS_PER_CHANNEL = 160;
/** The fast method is as good at this bitrate and above, and takes half the time. */
const LEAST_FAST_KBPS = 96;

/** These leave out the encoder version and the date, so that the same request gives the same bytes. */
export const REPEATABLE = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];

export function videoArguments({ width, height, frameRate, ...video }: EncodeOptions): string[] {
  const { audioPath, audioKbps, frameCount, videoPath } = video;
  return [
    ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-video_size', `${width}x${height}`],
    ...['-framerate', `${frameRate.frames}/${frameRate.seconds}`, '-thread_queue_size', '8'],
    ...['-protocol_whitelist', 'pipe', '-i', 'pipe:0'],
    ...['-protocol_whitelist', 'file', '-format_whitelist', SOUND_AND_VIDEO.join(',')],
    ...['-vn', '-sn', '-dn', '-i', `file:${audioPath}`],
    ...['-map', '0:v', '-map', '1:a:0', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...[...pictureEncoding(frameRate), ...soundEncoding(audioKbps, frameCount, frameRate), ...REPEATABLE],
    ...['-movflags', '+faststart', '-f', 'mp4', `file:${videoPath}`],
  ];
}

/** H.264 of pictures in the colours of BT.709. */
export function pictureEncoding({ frames, seconds }: FrameRate): string[] {
  const keyframes = Math.round((SECONDS_PER_KEYFRAME * frames) / seconds);
  return [
    ...['-c:v', 'libx264', ...SPEED, '-crf', String(QUALITY)],
    ...['-x264-params', PARAMETERS, '-profile:v', 'high', '-threads', '2'],
    ...['-g', String(keyframes), '-pix_fmt', 'yuv420p', ...COLOURS],
  ];
}

/** AAC of the length of the frames. Two equal channels keep to a high bitrate only if they are coded independently. */
export function soundEncoding(kbps: number, frameCount: number, frameRate: FrameRate): string[] {
  const samples = soundSamples(frameCount, frameRate);
  const needsTwo = kbps > MOST_KBPS_PER_CHANNEL;
  const layouts = needsTwo ? 'stereo' : 'mono|stereo';
  const filters = `aresample=${SAMPLE_RATE},aformat=channel_layouts=${layouts},apad,atrim=end_sample=${samples}`;
  const coder = kbps >= LEAST_FAST_KBPS ? ['-aac_coder', 'fast'] : [];
  const apart = needsTwo ? ['-aac_ms', '0', '-aac_is', '0'] : [];
  return ['-af', filters, '-c:a', 'aac', '-b:a', `${kbps}k`, ...coder, ...apart];
}

/** AAC has whole packets, so the sound ends after the picture, or before it where it would be late by a frame or more. */
function soundSamples(frameCount: number, { frames, seconds }: FrameRate): number {
  const samples = (frameCount * seconds * SAMPLE_RATE) / frames;
  const packets = Math.ceil(samples / SAMPLES_PER_PACKET - 1e-9);
  const over = packets * SAMPLES_PER_PACKET - samples;
  const samplesPerFrame = samples / frameCount;
  return SAMPLES_PER_PACKET * (over < samplesPerFrame ? packets : packets - 1);
}
