export type MediaKind = 'video' | 'audio' | 'image';
export type FileType = { contentType: string; extension: string };

type ByKind = Partial<Record<MediaKind, FileType>>;

const sound = (contentType: string, extension: string): ByKind => ({ audio: { contentType, extension } });
const picture = (contentType: string, extension: string): ByKind => ({ image: { contentType, extension } });
const video = (
  videoType: string,
  audioType: string,
  extension: string,
  audioExtension = extension,
): ByKind => ({
  video: { contentType: videoType, extension },
  audio: { contentType: audioType, extension: audioExtension },
});

/** The keys are ffmpeg's names for containers. */
const TYPES: Record<string, ByKind> = {
  wav: sound('audio/wav', 'wav'),
  w64: sound('audio/x-w64', 'w64'),
  aiff: sound('audio/aiff', 'aiff'),
  au: sound('audio/basic', 'au'),
  caf: sound('audio/x-caf', 'caf'),
  mp3: sound('audio/mpeg', 'mp3'),
  aac: sound('audio/aac', 'aac'),
  flac: sound('audio/flac', 'flac'),
  amr: sound('audio/amr', 'amr'),
  ac3: sound('audio/ac3', 'ac3'),
  eac3: sound('audio/eac3', 'eac3'),
  ogg: video('video/ogg', 'audio/ogg', 'ogv', 'ogg'),
  asf: video('video/x-ms-wmv', 'audio/x-ms-wma', 'wmv', 'wma'),
  avi: video('video/x-msvideo', 'audio/x-msvideo', 'avi'),
  flv: video('video/x-flv', 'audio/x-flv', 'flv'),
  mpeg: video('video/mpeg', 'audio/mpeg', 'mpg'),
  mpegts: video('video/mp2t', 'audio/mp2t', 'ts'),
  'mov,mp4,m4a,3gp,3g2,mj2': video('video/mp4', 'audio/mp4', 'mp4', 'm4a'),
  'matroska,webm': video('video/x-matroska', 'audio/x-matroska', 'mkv', 'mka'),
  png_pipe: picture('image/png', 'png'),
  apng: picture('image/png', 'png'),
  jpeg_pipe: picture('image/jpeg', 'jpg'),
  webp_pipe: picture('image/webp', 'webp'),
  gif: picture('image/gif', 'gif'),
};

const QUICKTIME = video('video/quicktime', 'audio/mp4', 'mov', 'm4a');
const WEBM = video('video/webm', 'audio/webm', 'webm');
const UNKNOWN: FileType = { contentType: 'application/octet-stream', extension: 'bin' };

/** The EBML header at the start says whether Matroska is WebM. */
const EBML_BYTES = 64;

/** `head` is the beginning of the file: ffmpeg has one name for containers that players distinguish. */
export function fileTypeOf(container: string, kind: MediaKind, head: Buffer): FileType {
  return (variantOf(container, head) ?? TYPES[container])?.[kind] ?? UNKNOWN;
}

function variantOf(container: string, head: Buffer): ByKind | undefined {
  if (container.startsWith('mov') && head.toString('latin1', 4, 12) === 'ftypqt  ') return QUICKTIME;
  if (container.startsWith('matroska') && head.subarray(0, EBML_BYTES).includes('webm')) return WEBM;
  return undefined;
}
