export { markCard, markNetwork, sweepMarks } from './mark-account.ts';
export { forgetMarks, isSamePerson } from './queries.ts';
