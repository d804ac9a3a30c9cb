import { DomainError } from '../../../src/platform/errors.ts';

export class NoFace extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'no_face',
      public:
        'No face was found in the picture. Use one that shows a face from the front, well lit and not too small.',
    });
  }
}

export class NoSuchFace extends DomainError {
  constructor(face: number, count: number) {
    super({
      kind: 'invalid',
      code: 'no_such_face',
      public: `There is no face ${face}. The picture shows ${count}, counted from the left, starting at 0.`,
    });
  }
}

export class FaceWeightsMissing extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'engine_unavailable',
      public:
        'Portraits and clips cannot be rendered on this server: the face detection weights are not installed.',
    });
  }
}
