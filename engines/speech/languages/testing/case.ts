/** A text and its spoken form. Marks stand apart from words. */
export type Case = readonly [text: string, spoken: string];
