const TYPES: Record<string, string> = { mp3: 'audio/mpeg', opus: 'audio/ogg', midi: 'audio/midi' };

/** The file that an answer in JSON carries. `format` is the service's name of it: "mp3". */
export function audioFrom(base64: string, format: string): Blob {
  const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
  return new Blob([bytes], { type: TYPES[format] ?? `audio/${format}` });
}
