import { Type } from '@sinclair/typebox';

const LONGEST_WORD = 100;
const Said = Type.String({ minLength: 1, maxLength: 200 });

function entries(most: number, description: string) {
  return Type.Record(Type.String({ minLength: 1, maxLength: LONGEST_WORD }), Said, {
    maxProperties: most,
    propertyNames: { type: 'string', minLength: 1, maxLength: LONGEST_WORD },
    description,
    examples: [{ SQL: 'sequel', Nguyen: '/wɪn/' }],
  });
}

const HOW =
  'A word, and how it is said: in other words, or in IPA between slashes. Whole words only; in any case, unless the entry is in mixed case.';

/** Of one request. */
export const RequestPronunciations = entries(100, HOW);

export const DictionaryBody = Type.Object({ pronunciations: entries(1_000, `${HOW} Replaces all entries.`) });

export const DictionaryView = Type.Object({
  pronunciations: Type.Record(Type.String(), Type.String()),
  updated_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});
