import { answerAsks } from '../answer-asks.ts';

export type TestAsk = { double: number } | 'fail' | 'throw later' | 'exit' | 'stay silent';

const answers: Record<Exclude<TestAsk, object>, () => number | Promise<number>> = {
  fail() {
    throw new RangeError('too far');
  },
  'throw later'() {
    setImmediate(() => {
      throw new Error('nobody waits for this');
    });
    return 0;
  },
  exit: () => process.exit(3),
  'stay silent': () => new Promise<number>(() => undefined),
};

answerAsks<TestAsk, number>((ask) => (typeof ask === 'object' ? ask.double * 2 : answers[ask]()));
