import { domainError } from '../../../src/platform/errors.ts';

export const NoFace = domainError(
  'invalid',
  'no_face',
  'No face was found in the picture. Use one that shows a face from the front, well lit and not too small.',
);

export const NoSuchFace = domainError(
  'invalid',
  'no_such_face',
  (face: number, count: number) =>
    `There is no face ${face}. The picture shows ${count}, counted from the left, starting at 0.`,
);

export const FaceWeightsMissing = domainError(
  'unavailable',
  'engine_unavailable',
  'Portraits and clips cannot be rendered on this server: the face detection weights are not installed.',
);
