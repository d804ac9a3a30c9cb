import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingsFor } from '../readings.ts';
import { tokenize } from '../tokenize.ts';

/** What users of other engines report as misread. */
const CASES: readonly (readonly [text: string, spoken: string])[] = [
  // Versions, files, languages
  ['Python 3.12', 'Python three point twelve'],
  ['iOS 17.4 and Android 15', 'iOS seventeen point four and Android fifteen'],
  ['version 2.10', 'version two point ten'],
  ['v1.20.3-beta', 'version one point twenty point three beta'],
  ['Node.js is here. It runs', 'Node dot J S is here . It runs'],
  ['open report.pdf now', 'open report dot P D F now'],
  ['C++ and C#', 'C plus plus and C sharp'],
  ['the .NET runtime', 'the dot net runtime'],
  // Codes
  ['ISBN 978-3-16-148410-0', 'I S B N nine seven eight, three, one six, one four eight four one zero, zero'],
  ['SSN 123-45-6789', 'S S N one two three, four five, six seven eight nine'],
  ['call 1-800-555-1234', 'call one, eight zero zero, five five five, one two three four'],
  ['H2O and CO2', 'H two O and C O two'],
  ['C6H12O6', 'C six H twelve O six'],
  ['H2SO4', 'H two S O four'],
  ['NaCl', 'NaCl'],
  ['the H1N1 flu', 'the H one N one flu'],
  ['vitamin B12', 'vitamin B twelve'],
  ['10.0.0.1:8080', 'ten dot zero dot zero dot one, colon eight zero eight zero'],
  ['10.0.0.0/8', 'ten dot zero dot zero dot zero slash eight'],
  ['first.last+news@mail.example.co.uk', 'first dot last plus news at mail dot example dot co dot U K'],
  // Scores, ratios, fractions
  ['won 3-2', 'won three to two'],
  ['lost 0–3', 'lost zero to three'],
  ['a 50/50 chance', 'a fifty-fifty chance'],
  ['20/20 vision', 'twenty-twenty vision'],
  ['½ cup', 'one half cup'],
  ['¾', 'three quarters'],
  ['1⅓ cups', 'one and one third cups'],
  ['rated 4.5/5', 'rated four point five out of five'],
  ['a 4x4 car', 'a four by four car'],
  ['10^6', 'ten to the power of six'],
  ['5 m²', 'five square meters'],
  ['x² + y³', 'x squared plus y cubed'],
  // Years
  ['1905 and 2005', 'nineteen oh five and two thousand five'],
  ['the 1900s', 'the nineteen hundreds'],
  ['the 2000s', 'the two thousands'],
  ['the 2010s', 'the twenty tens'],
  ['the 1800s–1900s', 'the eighteen hundreds to nineteen hundreds'],
  ['500 BC and AD 70', 'five hundred B C and A D seventy'],
  ['Q3 2026', 'Q three twenty twenty-six'],
  // Ranges
  ['1st–3rd', 'first to third'],
  ['10:30–11:15', 'ten thirty to eleven fifteen'],
  ['9am–5pm', 'nine A M to five P M'],
  ['Mon–Fri', 'Monday to Friday'],
  ['from -5 to 5', 'from minus five to five'],
  // Negative numbers, temperatures, places
  ['−3.5', 'minus three point five'],
  ['(-2)', '( minus two )'],
  ['-0.5%', 'minus zero point five percent'],
  ['98.6°F', 'ninety-eight point six degrees Fahrenheit'],
  ['-40°', 'minus forty degrees'],
  ['1°C', 'one degree Celsius'],
  [
    '40.7128° N, 74.0060° W',
    'forty point seven one two eight degrees north , seventy-four point zero zero six zero degrees west',
  ],
  ['40°26′46″N', 'forty degrees, twenty-six minutes, forty-six seconds north'],
  ['6 ft 2 in tall', 'six feet two inches tall'],
  // Money after the number
  ['20$', 'twenty dollars'],
  ['5 €', 'five euros'],
  ['3.50 £', 'three pounds and fifty pence'],
  ['100 EUR', 'one hundred euros'],
  ['$1.5M', 'one point five million dollars'],
  ['$1,234.56', 'one thousand two hundred thirty-four dollars and fifty-six cents'],
  ['€0.50', 'fifty cents'],
  // Times with zones
  ['5 pm EST', 'five P M E S T'],
  ['14:00 UTC', 'fourteen hundred U T C'],
  ['10:15 GMT+2', 'ten fifteen G M T plus two'],
  ['2026-11-15T14:30:00Z', 'November fifteenth, twenty twenty-six , fourteen thirty'],
  // Titles and short forms
  ['Dr. King Jr. spoke', 'Doctor King Junior spoke'],
  ['Martin Luther King Jr. Day', 'Martin Luther King Junior Day'],
  ['St. Louis St. is long', 'Saint Louis Street is long'],
  ['Mt. Everest', 'Mount Everest'],
  ['coffee w/ milk', 'coffee with milk'],
  ['Fig. 3 on p. 12', 'Figure three on page twelve'],
  ['ext. 89', 'extension eighty-nine'],
  ['Washington, D.C. is', 'Washington , D C is'],
  ['n/a', 'N A'],
  ['a 22-year-old', 'a twenty-two year-old'],
  // Roman numerals that are none
  ['No. I will not', 'No . I will not'],
  ['Mary and I', 'Mary and I'],
  ['Malcolm X', 'Malcolm X'],
  ['vitamin C', 'vitamin C'],
  ['a CD player', 'a C D player'],
  ['MIX it well', 'mix it well'],
  ['Did Henry I know', 'Did Henry I know'],
  ['a Type I error', 'a Type one error'],
  ['Act I, Scene II', 'Act one , Scene two'],
  ['Pope John Paul II', 'Pope John Paul the second'],
];

for (const [text, spoken] of CASES) {
  test(`reads ${JSON.stringify(text)} as a person would`, () => {
    const said = tokenize(text, readingsFor('en-US')).map((token) =>
      token.kind === 'break' ? '|' : token.spoken,
    );
    assert.equal(said.join(' '), spoken);
  });
}
