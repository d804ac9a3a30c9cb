/** The samples of a WAV file, and not the manifest behind them, of which no two are alike. */
export function samplesOf(wav: Buffer): Buffer {
  const bytes = wav.readUInt32LE(40);
  return wav.subarray(44, 44 + bytes);
}
