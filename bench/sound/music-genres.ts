import { GENRE_NAMES } from '../../engines/music/index.ts';
import { type Example, trainClassifier } from './music-classifier.ts';
import type { Listener } from './music-listener.ts';
import { type Asked, LESSONS, PROMPTS } from './music-prompts.ts';

type Guess = { asked: Asked; heard: string };

/** Judges whether a simple classifier that hears only the sound tells the genres apart. */
export function judgeGenres(listen: Listener): string {
  const exampleOf = (asked: Asked): Example & { asked: Asked } => ({
    asked,
    label: asked.genre,
    features: listen(asked).features,
  });
  const lessons = LESSONS.map(exampleOf);
  const classify = trainClassifier(lessons);
  const unseen = PROMPTS.map(exampleOf).map(({ asked, features }) => ({ asked, heard: classify(features) }));
  const leftOut = lessons.map((one): Guess => {
    const others = lessons.filter((other) => other !== one);
    return { asked: one.asked, heard: trainClassifier(others)(one.features) };
  });
  const long = unseen.filter(({ asked }) => asked.seconds >= 6);
  const mistakes = unseen.filter(({ asked, heard }) => heard !== asked.genre);
  return [
    `- The ${unseen.length} prompts above, by a classifier that learnt from ${lessons.length} others: ${share(unseen)}; those of 6 s or more: ${share(long)}.`,
    `- Each of the ${lessons.length} by a classifier that learnt from the rest: ${share(leftOut)}.`,
    '',
    'Both together; a row is the genre that was asked for, a column the one that was heard:',
    '',
    confusion([...unseen, ...leftOut]),
    '',
    'Mistakes among the prompts above:',
    '',
    ...mistakes.map(({ asked, heard }) => `- “${asked.prompt}” (${asked.seconds} s): ${heard}`),
  ].join('\n');
}

function share(guesses: readonly Guess[]): string {
  const right = guesses.filter(({ asked, heard }) => asked.genre === heard).length;
  return `${right} of ${guesses.length} right (${((100 * right) / guesses.length).toFixed(0)} %)`;
}

function confusion(guesses: readonly Guess[]): string {
  const rows = GENRE_NAMES.map((genre) => {
    const counts = GENRE_NAMES.map(
      (heard) => guesses.filter((one) => one.asked.genre === genre && one.heard === heard).length,
    );
    return `| ${genre} | ${counts.map((count) => (count === 0 ? '' : count)).join(' | ')} |`;
  });
  return [`| | ${GENRE_NAMES.join(' | ')} |`, `|${'---|'.repeat(GENRE_NAMES.length + 1)}`, ...rows].join(
    '\n',
  );
}
