export { chargeableCharacters, countCharacters, MAX_CHARACTERS } from './characters.ts';
export { speechRoutes } from './routes.ts';
