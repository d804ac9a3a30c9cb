import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DomainError, domainError } from '../platform/errors.ts';
import { runAs } from '../platform/event-loop-watch/index.ts';
import { findJsonFault } from './json-fault.ts';
import { refuseTooManyValues, refuseUnusableText } from './unusable-text.ts';

/** A body is read outside of what `onRequest` started, so the route is named again after it. */
export function installActivities(app: FastifyInstance): void {
  const name = (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    runAs(activityOf(request), done);
  app.addHook('onRequest', name);
  app.addHook('preValidation', name);
}

function activityOf({ method, routeOptions, id, caller }: FastifyRequest) {
  return { name: `${method} ${routeOptions.url ?? 'unknown'}`, requestId: id, owner: caller?.accountId };
}

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
    runAs(activityOf(request), () => {
      try {
        refuseTooManyValues(body as string);
      } catch (refusal) {
        return done(refusal as Error);
      }
      void parseJson(request, body as string, (error, value) => {
        if (error) return done(malformedJson(body as string) ?? error);
        try {
          refuseUnusableText(value);
        } catch (refusal) {
          return done(refusal as Error);
        }
        done(null, value);
      });
    });
  });
}

const MalformedJson = domainError(
  'invalid',
  'invalid_request',
  (place: string) => `The body is not valid JSON: see ${place}.`,
);

/** Null if it is JSON, but with a key that we refuse. */
function malformedJson(body: string): DomainError | null {
  const place = findJsonFault(body);
  if (place === null) return null;
  return new MalformedJson(place);
}
