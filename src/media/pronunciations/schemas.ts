import { Type } from '@sinclair/typebox';

const LONGEST_WORD = 100;
const SpokenAs = Type.String({ minLength: 1, maxLength: 200 });

function entries(most: number, description: string) {
  return Type.Record(Type.String({ minLength: 1, maxLength: LONGEST_WORD }), SpokenAs, {
    maxProperties: most,
    propertyNames: { type: 'string', minLength: 1, maxLength: LONGEST_WORD },
    description,
    examples: [{ SQL: 'sequel', Nguyen: '/wɪn/' }],
  });
}

const HOW =
  'Maps a word to how it is spoken: in other words, or in IPA between slashes. Matches whole words, in any case unless the entry is in mixed case. In one text, pronunciations may add as many characters as were sent, and always 200.';

/** One request may bring this many entries of its own, beside the dictionary. */
export const RequestPronunciations = entries(100, HOW);

export const DictionaryBody = Type.Object({ pronunciations: entries(1_000, `${HOW} Replaces all entries.`) });

export const DictionaryView = Type.Object({
  pronunciations: Type.Record(Type.String(), Type.String()),
  updated_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});
