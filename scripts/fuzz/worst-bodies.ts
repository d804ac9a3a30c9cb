import { TEXTS, upTo } from './largest.ts';

const times = <Item>(length: number, make: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, i) => make(i));

const voice = { name: 'Anna', voice_id: 'af_heart' };
const smallFlow = { start: 'open', otherwise: 'Pardon?', states: { open: { rules: [] } } };

function tools(schema: object): object[] {
  return times(20, (i) => ({
    type: 'client',
    name: `t${i}`,
    description: 'Does it.',
    parameters: schema,
    result: schema,
  }));
}

const branching = { type: 'object', properties: { a: { oneOf: times(100, (i) => ({ const: i })) } } };
const broad = {
  type: 'object',
  properties: Object.fromEntries(times(480, (i) => [`p${i}`, { type: 'string' }])),
};

function flow(pattern: (index: number) => string): object {
  const rules = times(50, () => ({ when: times(20, pattern), say: 'Yes.' }));
  return { start: 'open', otherwise: 'Pardon?', states: { open: { rules } }, anywhere: rules };
}

const flows = {
  'optional words': flow((i) => `z${i} ${'[a]*'.repeat(18)} a`),
  choices: flow((i) => `(${'a|'.repeat(90)}b${i}) z`),
};

const agents = {
  'schemas with branches': { ...voice, flow: smallFlow, tools: tools(branching) },
  'broad schemas': { ...voice, flow: smallFlow, tools: tools(broad) },
  'flow of optional words': { ...voice, flow: flows['optional words'] },
  'flow of choices': { ...voice, flow: flows.choices },
};

const speeches = Object.fromEntries(
  Object.entries({
    ...TEXTS,
    numbers: '123456789012345678901234567890 ',
    sentences: 'A. ',
    'open tags': '<a <b ',
    brackets: '[[[((( ',
    ssml: '<prosody rate="fast"><say-as interpret-as="date">2026-01-02</say-as></prosody>',
  }).map(([name, text]) => [`speech, ${name}`, { text: upTo(text, 5_000), voice_id: 'af_heart' }]),
);

const lines = times(1_000, (i) =>
  JSON.stringify({ request_id: `r${i}`, payload: { text: upTo(TEXTS.words, 1_000), voice_id: 'af_heart' } }),
);

/** Written by hand, for what a schema does not tell: by the end of the path. */
const BY_PATH: [RegExp, Record<string, unknown>][] = [
  [/^POST \/api\/v1\/agents$/, agents],
  [/^PATCH \/api\/v1\/agents\/\{id\}$/, agents],
  [
    /\/checks$/,
    {
      'long turns': { turns: times(20, () => ({ say: upTo('a ', 2_000) })) },
      'large results': {
        turns: [{ say: 'go' }],
        tool_results: Object.fromEntries(times(20, (i) => [`t${i}`, times(1_000, (n) => [n])])),
      },
    },
  ],
  [/\/knowledge$/, { 'a book': { name: 'a', text: upTo(TEXTS.chinese, 450_000) } }],
  [
    /\/pronunciations$/,
    {
      'all entries': {
        entries: Object.fromEntries(times(1_000, (i) => [`wörd${i}`, `/${upTo('ˈfoʊ', 60)}/`])),
      },
      'long entries': {
        entries: Object.fromEntries(times(1_000, (i) => [`${upTo('w ', 50)}${i}`, upTo('word ', 200)])),
      },
    },
  ],
  [
    /\/generate\/batch$/,
    {
      'all lines': { jsonl: lines.join('\n') },
      'all items': { items: times(1_000, () => ({ text: upTo(TEXTS.words, 1_000), voice_id: 'af_heart' })) },
      'empty lines': { jsonl: '\n'.repeat(1_400_000) },
      'one line': {
        jsonl: `{"request_id":"a","payload":${'['.repeat(90)}${']'.repeat(90)}}${' '.repeat(1_000_000)}`,
      },
    },
  ],
  [/tts|speech|\/avatar$|\/generate$|estimate|script/, speeches],
  [/\/keys$/, { permissions: { name: 'a', permissions: times(9_000, () => 'speech') } }],
];

export function worstBodies(method: string, path: string): Record<string, unknown> {
  const found = BY_PATH.filter(([of]) => of.test(`${method} ${path}`)).map(([, bodies]) => bodies);
  return Object.assign({}, ...found);
}
