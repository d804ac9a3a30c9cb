import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkFlow } from './check-flow.ts';
import type { Flow } from './flow.ts';
import { createFlowMind } from './flow-mind.ts';
import { matchPattern, readSaid } from './match-pattern.ts';
import { PatternError, parsePattern } from './pattern.ts';

const match = (pattern: string, said: string, language = 'en') =>
  matchPattern(parsePattern(pattern), readSaid(said, language));

describe('patterns of a flow', () => {
  test('find words anywhere, in any case, with or without accents and punctuation', () => {
    assert.deepEqual(match('opening hours', 'What are your OPENING hours?'), {});
    assert.deepEqual(match('café olé', 'Cafe, ole!'), {});
    assert.deepEqual(match("don't", 'I don’t know'), {});
    assert.equal(match('opening hours', 'opening the hours'), null);
    assert.equal(match('our', 'hours'), null);
    assert.deepEqual(match('营业', '几点营业'), {});
  });

  test('know choices, optional words and any words', () => {
    for (const said of ['book a table', 'book one room please', 'could you book me a nice table'])
      assert.deepEqual(match('book * (table|room) [please]', said), {});
    assert.deepEqual(match('(good morning|hello) [there] friend', 'Good morning friend'), {});
    assert.equal(match('book * (table|room)', 'a table to book'), null);
  });

  test('fill slots: a text up to the next word or the end, one word, a number, digits', () => {
    assert.deepEqual(match('my name is {name}', 'Well, my name is Anna María López.'), {
      name: 'Anna María López',
    });
    assert.deepEqual(match('from {from} to {to:word}', 'From New York to Boston tomorrow'), {
      from: 'New York',
      to: 'Boston',
    });
    for (const [said, people] of [
      ['for four people', 4],
      ['for twenty five', 25],
      ['for 2,500 people', 2_500],
      ['for 2.5', 2.5],
    ] as const)
      assert.deepEqual(match('for {people:number}', said), { people });
    assert.deepEqual(match('für {n:number}', 'für fünf Personen', 'de'), { n: 5 });
    assert.equal(match('for {people:number}', 'for some people'), null);
    const spelled = match('number is {id:digits} thanks', 'My number is one two 34, oh 5 thanks');
    assert.deepEqual(spelled, { id: '123405' });
  });

  test('take linear time, whatever is written and said', () => {
    const pattern = parsePattern(`${'* a '.repeat(15)} {x} * b`);
    const said = readSaid('a '.repeat(5_000), 'en');
    const { user } = process.cpuUsage();
    assert.equal(matchPattern(pattern, said), null);
    assert.ok(process.cpuUsage().user - user < 5_000_000);
  });

  test('are refused with a reason', () => {
    for (const [source, reason] of [
      ['(a|b', /not closed/],
      ['a|b', /out of place/],
      ['(a|)', /empty choice/],
      ['{1x}', /name of a slot/],
      ['{x:date}', /type of a slot/],
      ['* [please]', /needs a word or a slot/],
      ['?!', /needs a word or a slot/],
      ['a '.repeat(50), /more than 40/],
    ] as const)
      assert.throws(
        () => parsePattern(source),
        (error) => error instanceof PatternError && reason.test(error.message),
        source,
      );
  });
});

const BOOKING: Flow = {
  start: 'open',
  otherwise: 'Sorry, I did not get that.',
  states: {
    open: {
      rules: [
        { when: ['book * for {people:number}'], go: 'name' },
        { when: ['book a table'], say: 'Of course.', go: 'people' },
      ],
    },
    people: { say: 'For how many?', rules: [{ when: ['{people:number}'], go: 'name' }] },
    name: {
      say: 'A table for {people}. What is your name?',
      rules: [{ when: ['[my name is] {name}'], say: 'Thank you, {name}. Goodbye.', end: true }],
    },
  },
  anywhere: [{ when: ['(person|human)'], say: 'One moment.', hand_over: true }],
};

describe('a mind that follows a flow', () => {
  const talk = async (...lines: string[]) => {
    const mind = createFlowMind(BOOKING);
    let memory = {};
    const answers: string[] = [];
    for (const said of lines)
      for await (const part of mind.think({ past: [], said, memory })) {
        if (part.type === 'remember') memory = JSON.parse(JSON.stringify(part.memory));
        else answers.push(part.type === 'text' ? part.text : part.type);
      }
    return answers;
  };

  test('goes from state to state, fills what it says, and ends', async () => {
    assert.deepEqual(await talk('I want to book a table', 'four', 'My name is Ann'), [
      'Of course. For how many?',
      'A table for 4. What is your name?',
      'Thank you, Ann. Goodbye.',
      'end_call',
    ]);
  });

  test('says when it did not understand, and hands over from anywhere', async () => {
    assert.deepEqual(await talk('Bananas', 'book a table', 'a human please'), [
      'Sorry, I did not get that.',
      'Of course. For how many?',
      'One moment.',
      'hand_over',
    ]);
  });

  test('is checked as a whole, each fault with its place', () => {
    assert.deepEqual(checkFlow(BOOKING), []);
    const broken: Flow = {
      start: 'nowhere',
      otherwise: 'What?',
      states: {
        a: {
          say: 'Hello {who}.',
          rules: [{ when: ['x', '(y'], go: 'constructor', hand_over: true, end: true }],
        },
      },
    };
    assert.deepEqual(
      checkFlow(broken).map(({ path }) => path),
      [
        'body.flow.start',
        'body.flow.states.a.rules.0.go',
        'body.flow.states.a.rules.0',
        'body.flow.states.a.rules.0.when.1',
        'body.flow.states.a.say',
      ],
    );
  });
});
