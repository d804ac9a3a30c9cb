import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import { answerAsks } from '../../platform/threads/index.ts';
import type { StrengthQuestion, StrengthVerdict } from './strength.ts';

/** The estimate takes quadratic time. A password that is weak in its first 72 characters counts as weak. */
const JUDGED_CHARACTERS = 72;

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
});

answerAsks(({ password, hints }: StrengthQuestion): StrengthVerdict => {
  const { score, sequence } = zxcvbn.check(password.slice(0, JUDGED_CHARACTERS), hints);
  const [only] = sequence;
  const isCommon = sequence.length === 1 && only?.pattern === 'dictionary' && score < 3;
  return { score, common: isCommon };
});
