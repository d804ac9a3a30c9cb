declare module '@echogarden/espeak-ng-emscripten' {
  type Worker = {
    /** 0 if the voice was found. */
    set_voice(name: string): number;
    /** Address of a zero-terminated string: phonemes separated by `_`, words by a space, clauses by ` | `. */
    convert_to_phonemes(text: string, ipa: boolean): { ptr: number };
  };
  const create: () => Promise<{ eSpeakNGWorker: new () => Worker; HEAPU8: Uint8Array }>;
  export default create;
}
