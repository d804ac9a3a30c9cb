export { type CaptionWord, captionsFor, toSrt, toVtt } from './captions.ts';
export { chargeableCharacters, countCharacters, MAX_CHARACTERS } from './characters.ts';
export { speechRoutes } from './routes.ts';
export { timingRoutes } from './timing-routes.ts';
