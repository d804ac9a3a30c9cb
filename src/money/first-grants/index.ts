export { createFirstGrants, type FirstGrants } from './first-grants.ts';
