import { MAX_SYMBOLS } from './kokoro/vocabulary.ts';
import { splitOpening } from './opening.ts';
import type { PhonemizedClause } from './phonemes/methods.ts';
import { isSpace, joined, type Piece, type Segment, type Sound, soundsOf, trimmed } from './sounds.ts';
import type { Clause, Sentence } from './text/sentences.ts';

/** Well below the model's limit: other callers wait for a segment to end, and the model rushes long ones. */
const MAX_SEGMENT = Math.min(300, MAX_SYMBOLS);

/** `spoken` has one entry for each clause of the sentence. A sentence that `opens` a stream begins with a short segment. */
export function planSegments(
  sentence: Sentence,
  spoken: readonly PhonemizedClause[],
  place: { opens: boolean; isLast: boolean },
): Segment[] {
  const pieces = sentence.clauses.flatMap((clause, i) =>
    clausePieces(clause, spoken[i] ?? { phonemes: '', starts: [] }),
  );
  const { head, rest } = place.opens ? splitOpening(pieces) : { head: [], rest: pieces };
  const parts = [...head, ...packPieces(rest)];
  const finalRest = place.isLast ? 'none' : sentence.endsParagraph ? 'paragraph' : 'sentence';
  return parts.map((part, i) => ({
    ...part,
    ...(i === 0 && sentence.leadMs !== undefined && { leadMs: sentence.leadMs }),
    restAfter: i < parts.length - 1 ? (part.restAfter ?? 'clause') : finalRest,
  }));
}

function clausePieces(clause: Clause, spoken: PhonemizedClause): Piece[] {
  const pieces = atOneRate(soundsOf(clause, spoken)).flatMap(({ sounds, rate }) =>
    splitAtWords(sounds).map((part): Piece => ({ sounds: part, rate })),
  );
  const last = pieces.at(-1);
  if (last && clause.pauseMs !== undefined) last.pauseMs = clause.pauseMs;
  return pieces;
}

/** A call of the model has a single speed. Punctuation goes with the word before it. */
function atOneRate(sounds: readonly Sound[]): { sounds: Sound[]; rate: number }[] {
  const runs: { sounds: Sound[]; rate: number }[] = [];
  const firstRate = sounds.find(({ word }) => word)?.word?.rate ?? 1;
  for (const sound of sounds) {
    const last = runs.at(-1);
    const rate = sound.word ? (sound.word.rate ?? 1) : (last?.rate ?? firstRate);
    if (last?.rate === rate) last.sounds.push(sound);
    else runs.push({ sounds: [sound], rate });
  }
  return runs.map((run) => ({ ...run, sounds: trimmed(run.sounds) }));
}

/** Makes as few segments as possible, cut at punctuation. */
function packPieces(pieces: readonly Piece[]): Piece[] {
  const parts: Piece[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    const fits =
      last?.pauseMs === undefined &&
      last?.rate === piece.rate &&
      last.sounds.length + 1 + piece.sounds.length <= MAX_SEGMENT;
    if (fits) parts[parts.length - 1] = { ...piece, sounds: joined(last.sounds, piece.sounds) };
    else parts.push(piece);
  }
  return parts;
}

function splitAtWords(sounds: readonly Sound[]): Sound[][] {
  if (sounds.length <= MAX_SEGMENT) return sounds.length > 0 ? [[...sounds]] : [];
  const words: Sound[][] = [[]];
  for (const sound of sounds) {
    if (isSpace(sound)) words.push([]);
    else words.at(-1)?.push(sound);
  }
  const pieces = words.flatMap(splitWord).map((word) => ({ sounds: word, rate: 1 }));
  return packPieces(pieces).map((piece) => piece.sounds);
}

/** A "word" longer than a segment is not a real word, so it is cut anywhere. */
function splitWord(word: readonly Sound[]): Sound[][] {
  const parts: Sound[][] = [];
  for (let i = 0; i < word.length; i += MAX_SEGMENT) parts.push(word.slice(i, i + MAX_SEGMENT));
  return parts;
}
