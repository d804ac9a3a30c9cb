import { readFile } from 'node:fs/promises';
import { decodePcm16, wavHeader } from '../../codec/index.ts';

const RATE = 16_000;
const HEADER_BYTES = wavHeader(RATE, 0).length;

/** Spoken by four voices, for tests that distinguish voices. */
export const LINES = [
  'The train leaves at seven in the morning.',
  'I left my keys on the kitchen table.',
] as const;
const FOUR_VOICES = ['af_heart', 'bf_emma', 'am_fenrir', 'bm_george'];

/** A caller says these lines to an agent. The pauses are within a sentence or a number. */
export const CALLER_VOICE = 'am_michael';
export const CALLER_LINES = {
  question: 'What time do you open tomorrow?',
  unfinished: 'I would like to book a table for [pause:0.9s] four people on Friday evening.',
  interruption: 'Wait, how much does it cost?',
  availability: 'Is there a free table tomorrow?',
  menu: 'Please show me the menu.',
  present: 'Yes, I am still here.',
  digits: 'My number is five five five, [pause:0.9s] zero one two, [pause:0.9s] nine eight seven six.',
  person: 'Can I talk to a person, please?',
} as const;

/**
 * Speech from our own engine, stored as files, so that tests of other engines need not synthesize it first. The round-trip
 * tests check the current engine. Made by `scripts/record-test-speech.ts`.
 */
export const RECORDED: readonly { voice: string; text: string }[] = [
  ...FOUR_VOICES.flatMap((voice) => LINES.map((text) => ({ voice, text }))),
  { voice: 'af_heart', text: 'The garden has eleven apple trees.' },
  { voice: 'af_heart', text: 'We met at the station.' },
  { voice: 'af_heart', text: 'Bring some fresh water.' },
  { voice: 'am_adam', text: 'Yes.' },
  { voice: 'ef_dora', text: 'Buenos días, quiero dos cafés.' },
  { voice: 'af_bella', text: 'Bob and Pam buy a map. We see you.' },
  ...Object.values(CALLER_LINES).map((text) => ({ voice: CALLER_VOICE, text })),
];

export function recordingFile(text: string, voice: string): URL {
  const words =
    text
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[a-z]+/gu) ?? [];
  return new URL(`./recordings/${voice}-${words.slice(0, 3).join('-')}.wav`, import.meta.url);
}

/** Mono, 16 kHz. */
export async function recorded(text: string, voice = 'af_heart'): Promise<Float32Array> {
  return decodePcm16((await readFile(recordingFile(text, voice))).subarray(HEADER_BYTES));
}
