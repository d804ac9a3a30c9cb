export { createFirstGrants } from './first-grants.ts';
