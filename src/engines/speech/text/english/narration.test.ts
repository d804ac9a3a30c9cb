import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingsFor } from '../readings.ts';
import { tokenize } from '../tokenize.ts';

/** How a careful narrator reads what people really write. */
const CASES: readonly (readonly [text: string, spoken: string])[] = [
  // Addresses
  ['221B Baker St.', 'two twenty-one B Baker Street .'],
  ['He lives at 221B Baker St. in London', 'He lives at two twenty-one B Baker Street in London'],
  ['10 Downing St.', 'ten Downing Street .'],
  ['1600 Pennsylvania Ave. NW', 'sixteen hundred Pennsylvania Avenue northwest'],
  ['42 W. 3rd St., Apt. 5C', 'forty-two West third Street , Apartment five C'],
  ['742 Evergreen Terrace', 'seven forty-two Evergreen Terrace'],
  ['Flat 12B, Elm Rd.', 'Flat twelve B , Elm Road .'],
  ['Sunset Blvd. is busy', 'Sunset Boulevard is busy'],
  ['P.O. Box 1234', 'P O Box twelve thirty-four'],
  ['Beverly Hills, CA 90210', 'Beverly Hills , California nine zero two one zero'],
  ['Suite 300', 'Suite three hundred'],
  ['Room 101', 'Room one oh one'],
  ['Route 66', 'Route sixty-six'],
  ['Gate 22B closes', 'Gate twenty-two B closes'],
  ['Seat 14A', 'Seat fourteen A'],
  // Versions
  ['Version v2.3.1', 'Version two point three point one'],
  ['version v1.0', 'version one point zero'],
  ['Upgrade to v3', 'Upgrade to version three'],
  ['release 2024.1', 'release twenty twenty-four point one'],
  ['v2', 'version two'],
  ['2.0.0-rc.1', 'two point zero point zero R C one'],
  // The web
  ['https://example.com/search?q=cats', 'example dot com slash search question mark q equals cats'],
  ['example.com/a?x=1&y=2', 'example dot com slash a question mark x equals one and y equals two'],
  ['example.com/docs#install', 'example dot com slash docs hash install'],
  ['www.bbc.co.uk', 'bbc dot co dot U K'],
  ['http://localhost:3000', 'localhost colon three zero zero zero'],
  ['sub.example.io/a-b_c', 'sub dot example dot I O slash a dash b underscore c'],
  ['Go to https://example.com/help.', 'Go to example dot com slash help .'],
  ['(see example.org)', '( see example dot org )'],
  ['bob@example.com.', 'bob at example dot com .'],
  ['bob_smith-99@mail.example.net', 'bob underscore smith dash ninety-nine at mail dot example dot net'],
  ['mailto:bob@example.com', 'bob at example dot com'],
  // Hashtags and handles
  ['#MondayMotivation', 'hashtag monday motivation'],
  ['#throwback2024', 'hashtag throwback twenty twenty-four'],
  ['@user42', 'at user forty-two'],
  // Units
  ['a 64GB phone', 'a sixty-four gigabyte phone'],
  ['64 B', 'sixty-four bytes'],
  ['16 MB of RAM', 'sixteen megabytes of Ram'],
  ['a 5 kg bag', 'a five kilogram bag'],
  ['3.5mm jack', 'three point five millimeter jack'],
  ['250 mL of water', 'two hundred fifty milliliters of water'],
  ['5 ft 11 in', 'five feet eleven inches'],
  ['9.8 m/s²', 'nine point eight meters per second squared'],
  ['1,200 rpm', 'one thousand two hundred revolutions per minute'],
  ['12V battery', 'twelve volt battery'],
  ['1.5 hrs', 'one point five hours'],
  ['10 lbs.', 'ten pounds .'],
  ['8 oz cup', 'eight ounce cup'],
  ['500 mAh', 'five hundred milliamp hours'],
  ['60 fps', 'sixty frames per second'],
  ['20 µm', 'twenty micrometers'],
  // Times
  ['12:00 pm', 'twelve P M'],
  ['6:30am', 'six thirty A M'],
  ['00:15', 'zero fifteen'],
  ['at 0900 hours', 'at oh nine hundred hours'],
  ["at 5 o'clock", "at five o'clock"],
  ['from 9 to 5', 'from nine to five'],
  ['9-5 job', 'nine to five job'],
  ['a 1h 30m film', 'a one hour thirty minutes film'],
  // Dates
  ['July 4th, 1776', 'July fourth, seventeen seventy-six'],
  ['Sept. 11, 2001', 'September eleventh, two thousand one'],
  ['Tue, 3 Mar 2026', 'Tuesday , the third of March, twenty twenty-six'],
  ['Mar. 3–5', 'March third to fifth'],
  ['2024/02/29', 'February twenty-ninth, twenty twenty-four'],
  ['the 3rd of May 2020', 'the third of May, twenty twenty'],
  ['from 1914 to 1918', 'from nineteen fourteen to nineteen eighteen'],
  ['c. 1850', 'circa eighteen fifty'],
  ["summer of '69", 'summer of sixty-nine'],
  // Ranges
  ['ages 3-5', 'ages three to five'],
  ['10–20%', 'ten to twenty percent'],
  ['$10–$20', 'ten to twenty dollars'],
  ['$5–10 million', 'five to ten million dollars'],
  ['pages 10-15', 'pages ten to fifteen'],
  ['A–Z', 'A to Z'],
  // Currencies
  ['$1,000,000', 'one million dollars'],
  ['$2.5bn', 'two point five billion dollars'],
  ['US$100', 'one hundred U S dollars'],
  ['₹500', 'five hundred rupees'],
  ['CHF 20', 'twenty Swiss francs'],
  ['a $5 bill', 'a five dollar bill'],
  ['a $20 million deal', 'a twenty million dollar deal'],
  ['5¢', 'five cents'],
  // Fractions and mathematics
  ['5/8 inch', 'five eighths inch'],
  ['7/16', 'seven sixteenths'],
  ['3 × 4 = 12', 'three times four equals twelve'],
  ['10 ÷ 2', 'ten divided by two'],
  ['x ≥ 5', 'x is at least five'],
  ['±3', 'plus or minus three'],
  ['√9', 'square root of nine'],
  ['1e6', 'one times ten to the power of six'],
  ['a 3:1 ratio', 'a three to one ratio'],
  // Roman numerals
  ['Part III', 'Part three'],
  ['Super Bowl LVIII', 'Super Bowl fifty-eight'],
  ['King George VI', 'King George the sixth'],
  ['Queen Elizabeth II.', 'Queen Elizabeth the second .'],
  ['World War I ended', 'World War one ended'],
  ['the XXI century', 'the twenty-first century'],
  // Phone numbers
  ['call 911', 'call nine one one'],
  ['212.555.0147', 'two one two, five five five, zero one four seven'],
  ['+44 20 7946 0958', 'plus four four, two zero, seven nine four six, zero nine five eight'],
  ['555-0199 ext. 12', 'five five five, zero one nine nine extension twelve'],
  // Scores
  ['won 21–14', 'won twenty-one to fourteen'],
  ['tied 1-1', 'tied one to one'],
  ['a score of 6-4, 7-5', 'a score of six to four , seven to five'],
  // Chemical and technical tokens
  ['Fe2O3', 'F E two O three'],
  ['PM2.5 levels', 'P M two point five levels'],
  ['USB-C cable', 'U S B C cable'],
  ['Wi-Fi', 'Wi-Fi'],
  ['5G', 'five G'],
  ['SHA-256', 'S H A two fifty-six'],
  ['x86', 'X eighty-six'],
  ['Boeing 747', 'Boeing seven forty-seven'],
  ['an A4 page', 'an A four page'],
  ['a 16-bit CPU', 'a sixteen bit C P U'],
  // File names
  ['config.json', 'config dot J S O N'],
  ['IMG_2024.jpg', 'I M G twenty twenty-four dot J P G'],
  ['src/main.ts', 'src slash main dot T S'],
  ['README.md', 'readme dot M D'],
  // Abbreviations at sentence ends
  ['He works at Acme Inc. She does too.', 'He works at Acme Incorporated . She does too .'],
  ['Bring pens, paper, etc. Then sit.', 'Bring pens , paper , et cetera . Then sit .'],
  ['We met at 5 p.m. It rained.', 'We met at five P M . It rained .'],
  ['She has a Ph.D. He does not.', 'She has a P H D . He does not .'],
  ['I live on Main St. It is quiet.', 'I live on Main Street . It is quiet .'],
  ['approx. 5 min.', 'approximately five minutes .'],
  ['Prof. Lee et al. agree', 'Professor Lee et al agree'],
  ['Dept. of Energy', 'Department of Energy'],
  ['Gen. Lee and Sgt. Pepper', 'General Lee and Sergeant Pepper'],
  // Initials
  ['J.R.R. Tolkien', 'J R R Tolkien'],
  ['George W. Bush', 'George W Bush'],
  ['Samuel L. Jackson spoke.', 'Samuel L Jackson spoke .'],
  // Ordinals
  ['the 22nd of June', 'the twenty-second of June'],
  ['1,000th', 'one thousandth'],
  ['42nd St.', 'forty-second Street .'],
  // Serial numbers
  ['serial no. 12345', 'serial number one two three four five'],
  ['order #48213', 'order number four eight two one three'],
  ['flight BA287', 'flight B A two eighty-seven'],
  ['model X-200', 'model X two hundred'],
  ['PIN 0042', 'Pin zero zero four two'],
];

for (const [text, spoken] of CASES) {
  test(`narrates ${JSON.stringify(text)} as a careful reader would`, () => {
    const said = tokenize(text, readingsFor('en-US')).map((token) =>
      token.kind === 'break' ? '|' : token.spoken,
    );
    assert.equal(said.join(' '), spoken);
  });
}
