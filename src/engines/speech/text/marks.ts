/** Punctuation in all its forms, as the few marks the voice model was taught. */
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
  { pattern: /[“«《「『【„]/uy, mark: '“' },
  { pattern: /[”»》」』】]/uy, mark: '”' },
  { pattern: /"(?=[\p{L}\p{N}$€£¥])/uy, mark: '“' },
  { pattern: /"/uy, mark: '”' },
  { pattern: /[(（[]/uy, mark: '(' },
  { pattern: /[)）\]]/uy, mark: ')' },
];

export const SENTENCE_ENDS = new Set(['.', '!', '?', '…']);
export const CLAUSE_ENDS = new Set([',', ';', ':', '—', ')']);
/** These lean on the word after them; all other marks lean on the word before. */
export const OPENING = new Set(['“', '(']);
export const CLOSING = new Set(['”', ')']);
