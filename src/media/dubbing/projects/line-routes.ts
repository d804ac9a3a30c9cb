import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Answer, type App, callerOf, errors, type Idempotency } from '../../../http/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { changeScript } from './change-dub.ts';
import { describeLines } from './describe-dub.ts';
import { type DubRow, dubbedSeconds } from './dub.ts';
import { addLine, changeLine, deleteLine, type Edited, mergeLines, splitLine } from './edit-lines.ts';
import { LineChangeBody, LineParams, LinesAnswer, MergeBody, NewLine, SplitBody } from './edit-schemas.ts';
import { DubParams } from './schemas.ts';

type Deps = { db: Db; clock: Clock; idempotency: Idempotency };

const tags = ['Dubbing'];
const EDITS = 'Takes effect with the next render. A render that is running does not overwrite it.';

const config = { auth: 'bearer-or-session', permission: 'dubbing:manage' } as const;
const lengthOf = ({ film, options }: DubRow) => dubbedSeconds(film, options.range);
const bodyOf = ({ dub, edited }: { dub: DubRow; edited: Edited }) => ({
  version: dub.version,
  lines: describeLines(dub, edited.lines),
});
const created = (body: object, status = 200): Answer => ({ status, body });

export function lineRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    addRoute(app, deps);
    changeRoute(app, deps);
    removeRoute(app, deps);
    splitRoute(app, deps);
    mergeRoute(app, deps);
  };
}

function addRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Add a line to a dub',
    description: EDITS,
    params: DubParams,
    body: NewLine,
    response: { 201: LinesAnswer, ...errors(404, 409) },
  };
  app.post(
    '/api/v1/dub/:id/lines',
    { schema, config: { ...config, idempotent: true } },
    async (request, reply) =>
      deps.idempotency.answerInTransaction(request, reply, async (tx) => {
        const { version, ...line } = request.body;
        const target = { accountId: callerOf(request).accountId, id: request.params.id, version };
        const edit = await changeScript(deps, tx, target, (script, dub) =>
          addLine(script, line, lengthOf(dub)),
        );
        return created(bodyOf(edit), 201);
      }),
  );
}

function changeRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Change a line of a dub',
    description: `${EDITS} A new source without a translation is translated again.`,
    params: LineParams,
    body: LineChangeBody,
    response: { 200: LinesAnswer, ...errors(404, 409) },
  };
  app.patch('/api/v1/dub/:id/lines/:line_id', { schema, config }, async (request) => {
    const { version, ...line } = request.body;
    const { id, line_id: lineId } = request.params;
    const target = { accountId: callerOf(request).accountId, id, version };
    const edit = await deps.db
      .transaction()
      .execute((tx) =>
        changeScript(deps, tx, target, (script, dub) => changeLine(script, lineId, line, lengthOf(dub))),
      );
    return bodyOf(edit);
  });
}

function removeRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Delete a line of a dub',
    description: `Nothing is said there. ${EDITS}`,
    params: LineParams,
    response: { 204: { type: 'null', description: 'Deleted.' }, ...errors(404, 409) },
  };
  app.delete('/api/v1/dub/:id/lines/:line_id', { schema, config }, async (request, reply) => {
    const { id, line_id: lineId } = request.params;
    const target = { accountId: callerOf(request).accountId, id };
    await deps.db
      .transaction()
      .execute((tx) => changeScript(deps, tx, target, (script) => deleteLine(script, lineId)));
    return reply.code(204).send();
  });
}

function splitRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Split a line of a dub',
    description: EDITS,
    params: LineParams,
    body: SplitBody,
    response: { 200: LinesAnswer, ...errors(404, 409) },
  };
  app.post(
    '/api/v1/dub/:id/lines/:line_id/split',
    { schema, config: { ...config, idempotent: true } },
    async (request, reply) =>
      deps.idempotency.answerInTransaction(request, reply, async (tx) => {
        const { version, ...place } = request.body;
        const { id, line_id: lineId } = request.params;
        const target = { accountId: callerOf(request).accountId, id, version };
        const edit = await changeScript(deps, tx, target, (script) => splitLine(script, lineId, place));
        return created(bodyOf(edit));
      }),
  );
}

function mergeRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Merge two lines of a dub',
    description: EDITS,
    params: DubParams,
    body: MergeBody,
    response: { 200: LinesAnswer, ...errors(404, 409) },
  };
  app.post(
    '/api/v1/dub/:id/lines/merge',
    { schema, config: { ...config, idempotent: true } },
    async (request, reply) =>
      deps.idempotency.answerInTransaction(request, reply, async (tx) => {
        const { version, line_ids: ids } = request.body;
        const target = { accountId: callerOf(request).accountId, id: request.params.id, version };
        return created(bodyOf(await changeScript(deps, tx, target, (script) => mergeLines(script, ids))));
      }),
  );
}
