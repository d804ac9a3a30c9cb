import { DomainError } from '../../../platform/errors.ts';

export class NoSpeechInFilm extends DomainError {
  constructor(cause: unknown) {
    super({
      kind: 'unprocessable',
      code: 'no_speech',
      public:
        'No speech was found in the film. Choose another range, or send a script with times (SRT or VTT); it is then spoken without listening to the film.',
      cause,
    });
  }
}

/** A script that can be read, but not spoken in this film. */
export class ScriptDoesNotFit extends DomainError {
  constructor(reason: string) {
    super({
      kind: 'invalid',
      code: 'script_does_not_fit',
      public: `The script does not fit the film. ${reason}`,
    });
  }
}
