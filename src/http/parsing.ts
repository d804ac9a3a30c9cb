import type { FastifyInstance } from 'fastify';
import { refuseTooManyValues, refuseUnusableText } from './unusable-text.ts';

/** Coerces only what always arrives as text: query, path and headers. Bodies must have the right types. */
export function installParsing(app: FastifyInstance): void {
  installJsonParser(app);
  app.addHook('preValidation', async (request) => {
    refuseUnusableText([request.params, request.query]);
  });
}

function installJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  // No route reads plain text. Without its parser the error names the media type instead of a missing object.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients send the Content-Type on every call, even without a body.
    if (body === '') return done(null, undefined);
    try {
      refuseTooManyValues(body as string);
    } catch (refusal) {
      return done(refusal as Error);
    }
    void parseJson(request, body as string, (error, value) => {
      if (error) return done(error);
      try {
        refuseUnusableText(value);
      } catch (refusal) {
        return done(refusal as Error);
      }
      done(null, value);
    });
  });
}
