/** Containers and bare streams of sound and film; none that names other files, addresses or devices. */
export const SOUND_AND_FILM = [
  ...['wav', 'w64', 'aiff', 'au', 'caf', 'mp3', 'aac', 'flac', 'ogg', 'amr', 'ac3', 'eac3'],
  ...['matroska', 'webm', 'mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'asf', 'avi', 'flv', 'mpeg', 'mpegts'],
];

/** `apng` only to be told from a still picture. */
export const PICTURES = ['png_pipe', 'jpeg_pipe', 'webp_pipe', 'gif', 'apng'];
