/** Spoken by every evaluated voice: over a hundred words that are not used in matching or fitting, each with one spelling. */
export const TEXTS = [
  'The doctor will see you in a few minutes, so please take a seat by the window.',
  'Nobody knew why the lights went out just before the music started again.',
  'It was the longest winter that anyone in the valley could remember.',
  'Her brother plays the piano every evening while the children do their homework.',
  'Turn left at the church, cross the river and follow the path to the mill.',
  'We need fresh bread, a bottle of milk and some cheese for the journey.',
  'The old bridge was closed after the storm because a tree had fallen on it.',
  'I would rather walk through the forest than wait another hour for the bus.',
];
