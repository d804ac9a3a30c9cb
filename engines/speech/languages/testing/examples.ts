import { hasBorrowedSounds, LANGUAGES, type LanguageCode } from '../../languages.ts';

/** A text and its spoken form. Marks stand apart from words. */
type Case = readonly [text: string, spoken: string];

/** A language that is read by a grammar is tested with these: `languages/<code>/testing/examples.ts`. */
export type Examples = {
  /** A short text with sounds that only this language has. */
  greeting: string;
  /** All letters that the language is written with. */
  letters: string;
  /** The sentences follow each other, with points inside that do not end them. */
  sentences: string[];
  cases: readonly Case[];
};

/** The examples of every language that has a grammar. */
export const EXAMPLES: ReadonlyMap<LanguageCode, Examples> = new Map(
  await Promise.all(
    LANGUAGES.filter(({ code }) => hasBorrowedSounds(code)).map(async ({ code }) => {
      const { examples } = (await import(`../${code}/testing/examples.ts`)) as { examples: Examples };
      return [code, examples] as const;
    }),
  ),
);
