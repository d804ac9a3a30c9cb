import {
  type Assertion,
  type Cbor,
  dateTime,
  type Ingredient,
  ingredientReference,
  type ManifestContent,
} from '../../../engines/manifests/index.ts';

/** What is said of a file. Nothing of it concerns the customer: no account, key, text or name. */
export type Made = {
  /** Also the id of the manifest. */
  id: string;
  kind: string;
  models: readonly string[];
  /** Ids of the consents to the voices that are heard. */
  consents: readonly string[];
  /** Made of a picture, clip or recording that somebody brought. */
  composite: boolean;
  /** Whether its sound was made here, and so has the mark. */
  sounds: boolean;
  madeAt: Date;
};

export type Generator = {
  version: string;
  /** The algorithm of the mark in the sound, as `c2pa.soft-binding` names it. Null: there is none. */
  watermark: string | null;
};

const NAME = 'Vox Humana';
const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype';
/** Our own fields, where C2PA has none. */
const OWN = 'org.vox-humana';

export function sourceTypeOf({ composite }: Pick<Made, 'composite'>): string {
  return `${SOURCE_TYPES}/${composite ? 'compositeWithTrainedAlgorithmicMedia' : 'trainedAlgorithmicMedia'}`;
}

/** What the manifest of a file says. */
export function contentOf(
  made: Made,
  { version, watermark }: Generator,
  ingredients: readonly Ingredient[] = [],
): ManifestContent {
  const generator = { name: NAME, version };
  const [model] = made.models;
  const created: Cbor = {
    action: 'c2pa.created',
    when: dateTime(made.madeAt),
    digitalSourceType: sourceTypeOf(made),
    softwareAgent: model === undefined ? generator : { name: model },
    parameters: {
      [`${OWN}.models`]: [...made.models],
      ...(made.consents.length > 0 && { [`${OWN}.voice_consents`]: [...made.consents] }),
    },
  };
  const placed = ingredients.map(
    (ingredient, i): Cbor => ({
      action: 'c2pa.placed',
      parameters: { ingredients: [ingredientReference(ingredient, i)] },
    }),
  );
  const actions: Assertion = { label: 'c2pa.actions.v2', data: { actions: [created, ...placed] } };
  return {
    id: made.id,
    title: made.kind,
    generator,
    assertions: watermark !== null && made.sounds ? [actions, softBinding(watermark)] : [actions],
    ingredients,
  };
}

/** Says that the mark in the sound leads to this manifest, should the file lose it. */
function softBinding(alg: string): Assertion {
  const blocks: Cbor = [{ scope: {}, value: new Uint8Array(0) }];
  return { label: 'c2pa.soft-binding', data: { alg, blocks, pad: new Uint8Array(0) } };
}
