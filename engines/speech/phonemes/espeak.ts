import createModule from '@echogarden/espeak-ng-emscripten';

export type Espeak = { phonemes(text: string, voice: string): string };

export async function createEspeak(): Promise<Espeak> {
  const module = await createModule();
  const worker = new module.eSpeakNGWorker();
  let current = '';

  function textAt(pointer: number): string {
    const end = module.HEAPU8.indexOf(0, pointer);
    return Buffer.from(module.HEAPU8.subarray(pointer, end)).toString('utf8');
  }

  return {
    phonemes(text, voice) {
      if (voice !== current && worker.set_voice(voice) !== 0)
        throw new Error(`espeak-ng has no voice ${voice}`);
      current = voice;
      return textAt(worker.convert_to_phonemes(text, true).ptr);
    },
  };
}
