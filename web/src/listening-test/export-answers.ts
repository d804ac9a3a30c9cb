import { type Answered, chanceOf, countRight, isRight } from './trials.ts';

type About = { /** Version of the mark. */ mark: string; takenAt: string };

export function exportJson(answers: readonly Answered[], { mark, takenAt }: About): string {
  const right = countRight(answers);
  const summary = {
    test: 'ABX',
    taken_at: takenAt,
    mark,
    trials: answers.length,
    right,
    chance_of_guessing: chanceOf(right, answers.length),
  };
  return `${JSON.stringify({ ...summary, answers: answers.map(rowOf) }, null, 2)}\n`;
}

/** No value has a comma or a quote in it. */
export function exportCsv(answers: readonly Answered[]): string {
  const rows = answers.map(rowOf);
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  return `${lines.map((values) => values.join(',')).join('\n')}\n`;
}

function rowOf(answer: Answered, index: number) {
  const { sample, aIsMarked, xIsA, saidA, seconds, plays } = answer;
  return {
    trial: index + 1,
    sample,
    a: aIsMarked ? 'marked' : 'plain',
    x: xIsA ? 'A' : 'B',
    answer: saidA ? 'A' : 'B',
    right: isRight(answer),
    seconds,
    plays,
  };
}
