import { domainError } from '../../../platform/errors.ts';

export const NoSpeechInFilm = domainError('unprocessable', 'no_speech', (cause: unknown) => ({
  public:
    'No speech was found in the film. Choose another range, or send a script with times (SRT or VTT); it is then spoken without listening to the film.',
  cause,
}));

/** A script that can be read, but not spoken in this film. */
export const ScriptDoesNotFit = domainError(
  'invalid',
  'script_does_not_fit',
  (reason: string) => `The script does not fit the film. ${reason}`,
);
