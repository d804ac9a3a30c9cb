import { Fragment } from 'react';
import { classes } from '../ui/classes.ts';

type Word = { start: number; end: number; start_char: number; end_char: number };

/** The text as it was sent. The word that is being said is marked. */
export function SpokenText({ text, words, seconds }: { text: string; words: Word[]; seconds: number }) {
  // Times index code points, and JavaScript strings are indexed by code units.
  const characters = [...text.normalize('NFC')];
  const parts = words.map((word, index) => ({
    word,
    before: characters.slice(words[index - 1]?.end_char ?? 0, word.start_char).join(''),
    said: characters.slice(word.start_char, word.end_char).join(''),
  }));
  const rest = characters.slice(words.at(-1)?.end_char ?? 0).join('');
  return (
    <p dir="auto" className="text-sm leading-7 whitespace-pre-wrap">
      {parts.map(({ word, before, said }) => (
        <Fragment key={word.start_char}>
          {before}
          <span
            className={classes(
              'rounded-sm',
              seconds >= word.start && seconds < word.end && 'bg-accent text-on-accent',
            )}
          >
            {said}
          </span>
        </Fragment>
      ))}
      {rest}
    </p>
  );
}
