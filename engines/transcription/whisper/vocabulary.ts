/** Byte-level BPE decoder: each printable character of a token stands for one byte. */
export type Vocabulary = {
  bytesOf(token: number): Uint8Array;
  textOf(tokens: readonly number[]): string;
};

const BYTE_OF_CHARACTER = byteAlphabet();
const NO_BYTES = new Uint8Array();

export function createVocabulary(pieces: Record<string, number>): Vocabulary {
  const bytes: Uint8Array[] = [];
  for (const [piece, id] of Object.entries(pieces))
    bytes[id] = Uint8Array.from(piece, (character) => BYTE_OF_CHARACTER.get(character) ?? 0x3f);
  const bytesOf = (token: number): Uint8Array => bytes[token] ?? NO_BYTES;
  return {
    bytesOf,
    textOf: (tokens) => Buffer.concat(tokens.map(bytesOf)).toString('utf8'),
  };
}

/** Printable Latin-1 stands for itself; the 68 other bytes follow from U+0100 on. */
function byteAlphabet(): Map<string, number> {
  const printable = (byte: number): boolean =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
  const alphabet = new Map<string, number>();
  let next = 0x100;
  for (let byte = 0; byte < 256; byte += 1)
    alphabet.set(String.fromCodePoint(printable(byte) ? byte : next++), byte);
  return alphabet;
}
