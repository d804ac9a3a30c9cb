/** Maps punctuation to the few marks that the voice model knows. */
export const MARKS: readonly { pattern: RegExp; mark: string }[] = [
  { pattern: /(?:\.[ ]?){2,}\.|…+|⋯+/uy, mark: '…' },
  { pattern: /[?？؟]+[!！?？]*/uy, mark: '?' },
  { pattern: /[!！]+[?？][!！?？]*/uy, mark: '?' },
  { pattern: /[!！]+/uy, mark: '!' },
  { pattern: /[.。．｡।॥]+/uy, mark: '.' },
  { pattern: /[,，、､،]+/uy, mark: ',' },
  { pattern: /[;；]+/uy, mark: ';' },
  { pattern: /[:：]+/uy, mark: ':' },
  { pattern: /[—―]+|--+|–|〜|～/uy, mark: '—' },
  { pattern: /-(?=\s)/uy, mark: '—' },
  // German closes with “ and «, Swedish and Finnish open with ”.
  { pattern: /(?<=[\p{L}\p{N}.,!?…])[“«](?![\p{L}\p{N}])/uy, mark: '”' },
  { pattern: /(?<![^\s(])[”»](?=[\p{L}\p{N}])/uy, mark: '“' },
  { pattern: /[“«《「『【„]/uy, mark: '“' },
  { pattern: /[”»》」』】]/uy, mark: '”' },
  { pattern: /"(?=[\p{L}\p{N}$€£¥])/uy, mark: '“' },
  { pattern: /"/uy, mark: '”' },
  { pattern: /[(（[]/uy, mark: '(' },
  { pattern: /[)）\]]/uy, mark: ')' },
];

export const SENTENCE_ENDS = new Set(['.', '!', '?', '…']);
/** These belong to the word after them; all other marks belong to the word before. */
export const OPENING = new Set(['“', '(']);
export const CLOSING = new Set(['”', ')']);
