/** Null where the browser can play a file but not decode it whole. */
export async function decodeAudio(audio: Blob): Promise<AudioBuffer | null> {
  const context = new OfflineAudioContext(1, 1, 24_000);
  try {
    return await context.decodeAudioData(await audio.arrayBuffer());
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
