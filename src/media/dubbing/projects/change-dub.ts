import { checkedName } from '../../../library/assets/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { DubScript, Glossary } from '../project.ts';
import type { DubOptions, DubRow } from './dub.ts';
import { NotHeardYet, VersionConflict } from './errors.ts';
import { updateChanged } from './queries.ts';
import { readDub } from './read-dubs.ts';

export type Change = Pick<DubRow, 'name' | 'options' | 'script'>;

type Target = { accountId: string; id: string; version?: number | undefined };

/** The row lock puts changes in order; `version` refuses one that was made from an older state. */
export async function changeDub(
  { clock }: { clock: Clock },
  tx: Tx,
  { accountId, id, version }: Target,
  change: (dub: DubRow) => Partial<Change>,
): Promise<DubRow> {
  const dub = await readDub(tx, accountId, id, 'update');
  if (version !== undefined && version !== dub.version) throw new VersionConflict(dub.version);
  const { name = dub.name, options = dub.options, script = dub.script } = change(dub);
  // A name is not rendered.
  const isRendered = options !== dub.options || script !== dub.script;
  const changed = { ...dub, name, options, script, version: dub.version + (isRendered ? 1 : 0) };
  await updateChanged(tx, changed, clock.now());
  return changed;
}

/** Changes lines and speakers. It throws before the film is heard, because there are none yet. */
export async function changeScript<Result extends { script: DubScript }>(
  deps: { clock: Clock },
  tx: Tx,
  target: Target,
  edit: (script: DubScript, dub: DubRow) => Result,
): Promise<{ dub: DubRow; edited: Result }> {
  let edited: Result | undefined;
  const dub = await changeDub(deps, tx, target, (current) => {
    if (!current.script) throw new NotHeardYet();
    edited = edit(current.script, current);
    return { script: edited.script };
  });
  if (!edited) throw new Error('the script was not changed');
  return { dub, edited };
}

export type OptionChange = Partial<
  Pick<DubOptions, 'lip_sync' | 'sync_mode' | 'fit' | 'drop_background' | 'consent'>
> & {
  name?: string | undefined;
  glossary?: Glossary | undefined;
};

export function changeOptions(
  { options, script, film }: DubRow,
  { name, glossary, ...change }: OptionChange,
): Partial<Change> {
  const next: DubOptions = { ...options, ...change, ...(glossary && { glossary }) };
  next.lip_sync &&= film.has_video;
  const isSame = Object.entries(next).every(
    ([key, value]) => JSON.stringify(value) === JSON.stringify(options[key as keyof DubOptions]),
  );
  return {
    ...(name !== undefined && { name: checkedName(name) }),
    ...(!isSame && { options: next }),
    ...(!isSame && script && { script: retranslated(script, options.glossary, next.glossary) }),
  };
}

/** Lines that a changed term concerns are translated again, unless they use its words already. */
function retranslated(script: DubScript, before: Glossary, after: Glossary): DubScript {
  const terms = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (term) => before[term] !== after[term],
  );
  if (terms.length === 0) return script;
  const has = (text: string | null, words: string | undefined) =>
    words !== undefined && (text ?? '').toLowerCase().includes(words.toLowerCase());
  const isStale = ({ source, translation }: DubScript['lines'][number]) =>
    terms.some((term) => has(source, term) && !has(translation, after[term]));
  const lines = script.lines.map((line) =>
    isStale(line) ? { ...line, translation: null, unknown_words: [] } : line,
  );
  return { ...script, lines };
}
