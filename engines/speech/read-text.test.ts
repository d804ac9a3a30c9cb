import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InvalidMarkup, InvalidPronunciation } from './errors.ts';
import type { LanguageCode } from './languages.ts';
import { readText } from './read-text.ts';
import { splitSentences } from './text/sentences.ts';

const tokensOf = (...written: Parameters<typeof readText>) => [...readText(...written)];

/** Shows words as spoken, pauses as their length, and marks unchanged. */
function readOut(text: string, change: object = {}, language: LanguageCode = 'en-US'): string {
  return tokensOf({ text, ...change }, language)
    .map(({ kind, spoken, phonemes, pauseMs, rate }) => {
      const word =
        kind === 'pause' ? `(${pauseMs})` : kind === 'break' ? '|' : phonemes ? `/${phonemes}/` : spoken;
      return rate === undefined || kind !== 'word' ? word : `${word}×${rate}`;
    })
    .join(' ');
}
const pointed = (text: string, change: object = {}, language: LanguageCode = 'en-US') =>
  tokensOf({ text, ...change }, language)
    .filter(({ kind }) => kind === 'word')
    .map(({ start, end }) => text.slice(start, end));
const refused = (text: string, position: number, message = /./u) =>
  assert.throws(
    () => tokensOf({ text }, 'en-US'),
    (error) => {
      assert.ok(error instanceof InvalidMarkup, `${error}`);
      assert.ok(error.public.includes(`position ${position} `), error.public);
      assert.deepEqual(
        error.detail?.map(({ path }) => path),
        ['body.text'],
      );
      assert.match(error.public, message);
      return true;
    },
  );

describe('inline marks', () => {
  test('a pause is silence of that length', () => {
    assert.equal(readOut('Wait [pause:0.8s] here.'), 'Wait (800) here .');
    assert.equal(readOut('Wait [pause:250ms] here.'), 'Wait (250) here .');
    assert.equal(readOut('[PAUSE: 10 s]Go'), '(10000) Go');
    assert.equal(readOut('[pause] and [pause it]'), '( pause ) and ( pause it )');
  });

  test('phonemes replace the word before them, and timings still point at the word', () => {
    const text = 'I say [tomato](/təˈmɑːtoʊ/), you say [tomato](/təmˈAɾO/).';
    assert.equal(readOut(text), 'I say /təˈmɑtO/ , you say /təmˈATO/ .');
    assert.deepEqual(pointed(text), ['I', 'say', 'tomato', 'you', 'say', 'tomato']);
    assert.equal(readOut('[thing](/θɪŋ/)', {}, 'en-GB'), '/θɪŋ/');
  });

  test('a link is still a link', () => assert.equal(readOut('see [docs](/a/b/)'), 'see docs'));

  test('malformed marks are refused with their position', () => {
    refused('Wait [pause:1h] here', 5, /0\.8s/u);
    refused('Wait [pause:11s] here', 5);
    refused('Wait [pause:-1s] here', 5);
    refused('Wait 👋 [pause:', 7);
    refused('Say [x](/ab7/) now', 11, /"7"/u);
    refused('Say [x](//) now', 9);
    refused('[pause:10s]'.repeat(13), 33, /35\.75 s/u);
  });

  test('pauses end clauses; a leading pause comes first, and one after a sentence replaces its rest', () => {
    const sentences = splitSentences(
      tokensOf(
        { text: '[pause:1s] One [pause:2s], two. [pause:3s] [pause:1s] Three.\n\n[pause:0s] Four' },
        'en-US',
      ),
    );
    assert.deepEqual(
      sentences.map(({ leadMs, clauses }) => [leadMs, ...clauses.map(({ pauseMs }) => pauseMs)]),
      [
        [1_000, 2_000, 4_000],
        [undefined, 0],
        [undefined, undefined],
      ],
    );
  });
});

describe('SSML', () => {
  const CASES: readonly (readonly [body: string, spoken: string])[] = [
    ['Hello there.', 'Hello there .'],
    ['Fish &amp; chips &#8211; &#x24;3', 'Fish and chips — three dollars'],
    ['One<break time="1.5s"/>two', 'One (1500) two'],
    ['One <break/> two <break strength="x-strong"></break>', 'One (400) two (1200)'],
    [
      'A <prosody rate="slow">slow <prosody rate="80%">one</prosody></prosody> end',
      'A slow×0.75 one×0.6 end',
    ],
    ['<prosody rate="+20%">up</prosody> <prosody rate="0.5">half</prosody>', 'up×1.2 half×0.5'],
    ['<say-as interpret-as="characters">ab3c</say-as>', 'A B three C'],
    ['<say-as interpret-as="cardinal">1,905</say-as>', 'one thousand nine hundred five'],
    ['<say-as interpret-as="ordinal">3</say-as>', 'third'],
    ['<say-as interpret-as="date" format="dmy">1/2/2026</say-as>', 'February first, twenty twenty-six'],
    ['<say-as interpret-as="telephone">911 5550</say-as>', 'nine one one, five five five zero'],
    ['<phoneme alphabet="ipa" ph="pɪˈkɑːn">pecan</phoneme> pie', '/pɪˈkɑn/ pie'],
    ['the <sub alias="World Wide Web, 2 of them">WWW</sub>', 'the World Wide Web, two of them'],
    ['<p><s>One</s><s>Two!</s></p>Three<!-- no -->', 'One . Two ! | Three'],
  ];
  for (const [body, spoken] of CASES)
    test(`reads ${body}`, () => assert.equal(readOut(`<speak>${body}</speak>`), spoken));

  const IN_OTHERS: readonly (readonly [LanguageCode, body: string, spoken: string])[] = [
    ['de', '<say-as interpret-as="characters">ab3</say-as>', 'A B drei'],
    ['de', '<say-as interpret-as="cardinal">-1.905</say-as>', 'minus tausendneunhundertfünf'],
    ['ru', '<say-as interpret-as="ordinal">3</say-as>', 'третий'],
    ['id', '<say-as interpret-as="ordinal">3</say-as>', 'ketiga'],
    ['pl', '<say-as interpret-as="telephone">+48 22</say-as>', 'plus cztery osiem, dwa dwa'],
    ['nb', '<say-as interpret-as="date" format="dmy">1/2/2026</say-as>', 'første februar tjue tjueseks'],
  ];
  for (const [language, body, spoken] of IN_OTHERS)
    test(`reads ${body} in ${language}`, () =>
      assert.equal(readOut(`<speak>${body}</speak>`, {}, language), spoken));

  test('words point into the text as sent, including tags and entities', () => {
    const text =
      '<speak version="1.0">It <sub alias="is">\'s</sub> &quot;b&quot; <prosody rate="fast">Café</prosody>!</speak>';
    assert.deepEqual(pointed(text), ['It', "'s", 'b', 'Café']);
    const decomposed = '<speak>Cafe\u0301 ole\u0301 &amp; x</speak>';
    assert.deepEqual(pointed(decomposed), ['Cafe\u0301', 'ole\u0301', '&amp;', 'x']);
  });

  test('tags are skipped unless the text begins with <speak>', () => {
    assert.equal(readOut('a <b>bold</b> word'), 'a bold word');
  });

  test('each fault is refused with its position', () => {
    refused('<speak>Hello', 0, /not closed/u);
    refused('<speak>Hello <b>you</b></speak>', 13, /<b> is not supported/u);
    refused('<speak>a & b</speak>', 9, /&amp;/u);
    refused('<speak>a < b</speak>', 9, /&lt;/u);
    refused('<speak>👋 <break time="1"/></speak>', 9);
    refused('<speak><break strength="huge"/></speak>', 7);
    refused('<speak><prosody pitch="high">a</prosody></speak>', 7, /rate only/u);
    refused('<speak><prosody rate="300%">a</prosody></speak>', 7);
    refused('<speak><prosody rate="slow">a</speak></prosody>', 29, /closes <prosody>/u);
    refused('<speak><say-as interpret-as="date" format="dmy">40/1/26</say-as></speak>', 7);
    refused('<speak><say-as interpret-as="verse">a</say-as></speak>', 7, /interpret-as/u);
    refused('<speak><phoneme ph="7">a</phoneme></speak>', 7);
    refused('<speak><phoneme alphabet="x-sampa" ph="a">a</phoneme></speak>', 7);
    refused('<speak><sub alias="x">a<break/></sub></speak>', 23, /text only/u);
    refused('<speak><sub>a</sub></speak>', 7);
    refused('<speak>a</speak> b', 16, /follow/u);
    refused('<speak><speak>a</speak></speak>', 7);
    refused('<speak><break time=1s/></speak>', 7, /name="value"/u);
    refused('<speak>&#x7fffff;</speak>', 7);
  });

  test('hostile documents take no longer than ordinary ones', () => {
    const before = process.threadCpuUsage();
    for (const text of [
      '<speak>'.repeat(700),
      `<speak${' a'.repeat(2_400)}`,
      `<speak>${'<!--'.repeat(1_200)}`,
    ])
      assert.throws(() => tokensOf({ text }, 'en-US'), InvalidMarkup);
    assert.ok(process.threadCpuUsage(before).user < 2_000_000);
  });
});

describe('pronunciations', () => {
  test('replaces whole words in any case, and timings still point at them', () => {
    const pronunciations = {
      sql: 'sequel',
      k8s: 'kubernetes',
      'c++': 'C plus plus',
      'new york': '/nuːˈjɔːɹk/',
    };
    const text = 'SQL, k8s and C++ in New  York; MySQL, c';
    assert.equal(
      readOut(text, { pronunciations }),
      'sequel , kubernetes and C plus plus in /nuˈjɔɹk/ ; MySQL , c',
    );
    assert.deepEqual(pointed(text, { pronunciations }).slice(0, 6), [
      'SQL',
      'k8s',
      'and',
      'C++',
      'in',
      'New  York',
    ]);
  });

  test('an entry in mixed case matches only as written', () => {
    const pronunciations = { Reading: 'redding', polish: 'pollish' };
    assert.equal(
      readOut('Reading is reading. Polish it', { pronunciations }),
      'redding is reading . pollish it',
    );
  });

  test('numbers in a pronunciation are read out', () => {
    assert.equal(readOut('the R2D2', { pronunciations: { r2d2: 'R 2 D 2' } }), 'the R two D two');
  });

  test('finds words in scripts without spaces', () => {
    const pronunciations = { 東雲: 'しののめ' };
    assert.equal(readOut('私は東雲です', { pronunciations }, 'ja'), '私 は しののめ です');
    assert.deepEqual(pointed('私は東雲です', { pronunciations }, 'ja'), ['私', 'は', '東雲', 'です']);
  });

  test('entries of the request override those of the account, whose invalid entries are ignored', () => {
    const change = { dictionary: { sql: 'squirrel', api: '/77/' }, pronunciations: { SQL: 'sequel' } };
    assert.equal(readOut('an api, sql', change), 'an api , sequel');
  });

  test('refuses unpronounceable entries, and names them', () => {
    for (const bad of ['', ' ', '…', '//', '/7/'])
      assert.throws(() => readOut('a', { pronunciations: { word: bad } }), InvalidPronunciation, bad);
  });

  test('characters of regular expressions have no special meaning', () => {
    const entries = Object.fromEntries(
      ['.*', 'a|b', '(x', '[y', '\\w+', '^', '$$', '{2}', 'a-b', '/'].map((key) => [key, 'sign']),
    );
    assert.equal(readOut('hello a|b', { pronunciations: entries }), 'hello sign');
  });
});
