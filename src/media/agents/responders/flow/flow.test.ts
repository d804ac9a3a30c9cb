import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createThreads } from '../../../../platform/threads/index.ts';
import type { AgentTool } from '../../tools/schemas.ts';
import type { ToolUse } from '../../tools/toolbox.ts';
import type { Memory, ReplyPart } from '../responder.ts';
import { checkFlow } from './check-flow.ts';
import type { Flow } from './flow.ts';
import { createFlowResponder } from './flow-responder.ts';
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

const toolbox = { run: () => assert.fail('no function was to be called') };

describe('a responder that follows a flow', () => {
  const own = { threads: createThreads(), accountId: 'anna' };
  after(() => own.threads.close());
  const talk = async (...lines: string[]) => {
    const responder = createFlowResponder(BOOKING, { toolbox, ...own });
    let memory = {};
    const answers: string[] = [];
    for (const said of lines)
      for await (const part of responder.think({ past: [], said, memory })) {
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
    assert.deepEqual(checkFlow(BOOKING, []), []);
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
      checkFlow(broken, []).map(({ path }) => path),
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

const FIND: AgentTool = {
  type: 'client',
  name: 'find_table',
  description: 'Finds a table.',
  parameters: { type: 'object', properties: { people: { type: 'integer' } }, required: ['people'] },
};
const CALLING: Flow = {
  start: 'open',
  otherwise: 'Pardon?',
  states: {
    open: {
      rules: [
        {
          when: ['table for {people:number}', 'any table'],
          call: {
            tool: 'find_table',
            arguments: { people: '{people}', note: 'For {people}.', vip: true, last: '{result.table.id}' },
            on_failure: { say: 'The book is closed.', hand_over: true },
          },
          say: 'Table {result.table.name}, {result.hasOwnProperty}.',
          go: 'found',
        },
      ],
    },
    found: { say: 'At {result.times.0}?', rules: [{ when: ['again'], say: 'Table {result.table.name}.' }] },
  },
};

describe('a flow that calls functions', () => {
  const own = { threads: createThreads(), accountId: 'anna' };
  after(() => own.threads.close());
  const answer = { table: { id: 7, name: 'Rose', secret: 'x' }, times: ['six'], open: true };

  async function say(said: string, memory: Memory, use: Partial<ToolUse> = { ok: true, result: answer }) {
    const asked: unknown[] = [];
    const responder = createFlowResponder(CALLING, {
      ...own,
      toolbox: {
        run: async ({ name, arguments: given }) => {
          asked.push(JSON.parse(given));
          return { name, arguments: JSON.parse(given), result: {}, ok: false, ...use };
        },
      },
    });
    const parts: ReplyPart[] = [];
    for await (const part of responder.think({ past: [], said, memory })) parts.push(part);
    const remembered = parts.find((part) => part.type === 'remember')?.memory ?? {};
    const text = parts.find((part) => part.type === 'text')?.text;
    return { asked, text, types: parts.map(({ type }) => type), memory: remembered };
  }

  test('gives what was said as arguments, of their type, and says what was answered', async () => {
    const first = await say('a table for four', {});
    assert.deepEqual(first.asked, [{ people: 4, note: 'For 4.', vip: true }]);
    assert.equal(first.text, 'Table Rose, . At six?');
    assert.deepEqual(first.types, ['tool', 'remember', 'text']);
    assert.deepEqual(first.memory, {
      state: 'found',
      slots: { people: 4, 'result.table.name': 'Rose', 'result.times.0': 'six', 'result.table.id': 7 },
    });
    const later = await say('again', first.memory);
    assert.deepEqual([later.text, later.asked], ['Table Rose.', []]);
  });

  test('gives what one function answered to the next, and leaves out what nobody said', async () => {
    const slots = { 'result.table.id': 7, 'result.table.name': 'Rose' };
    const { asked, memory } = await say('any table', { slots }, { ok: true, result: { table: 'none' } });
    assert.deepEqual(asked, [{ note: 'For .', vip: true, last: 7 }]);
    assert.deepEqual(memory, { state: 'found', slots: {} });
  });

  test('follows on_failure when the function fails', async () => {
    const { text, types, memory } = await say('table for two', {}, { ok: false });
    assert.equal(text, 'The book is closed.');
    assert.deepEqual(types, ['tool', 'remember', 'text', 'hand_over']);
    assert.deepEqual(memory, { state: 'open', slots: { people: 2 } });
  });

  test('calls nothing before the turn is certain, nor for one that is thrown away', async () => {
    const responder = createFlowResponder(CALLING, { toolbox, ...own });
    const stop = new AbortController();
    const certain = Promise.withResolvers<void>().promise;
    const thought = { past: [], said: 'table for two', memory: {} };
    const next = responder.think(thought, { signal: stop.signal, certain }).next();
    stop.abort(new Error('reopened'));
    await assert.rejects(next, /reopened/);
  });

  test('is checked with the functions of the agent', () => {
    assert.deepEqual(checkFlow(CALLING, [FIND]), []);
    const call = {
      tool: 'find_tabel',
      on_failure: { say: '{who}?', go: 'gone', hand_over: true, end: true },
    };
    const lacking = { tool: 'find_table', arguments: { note: '{nobody}' }, on_failure: { say: 'No.' } };
    const broken = (rule: object): Flow => ({
      start: 'a',
      otherwise: 'What?',
      states: { a: { rules: [{ when: ['x'], say: '{result.y}', ...rule }] } },
    });
    const places = (rule: object) =>
      checkFlow(broken(rule), [FIND]).map(({ path }) => path.slice('body.flow.states.a.rules.0.'.length));
    assert.deepEqual(places({}), ['say']);
    assert.deepEqual(places({ call }), [
      'call.on_failure.go',
      'call.on_failure',
      'call.tool',
      'call.on_failure.say',
    ]);
    assert.deepEqual(places({ call: lacking }), ['call.arguments', 'call.arguments.note']);
  });
});
