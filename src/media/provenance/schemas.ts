import { type Static, Type } from '@sinclair/typebox';

const Text = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

export const CheckUpload = Type.Object({
  file: Type.Optional(Type.String({ format: 'binary', description: 'A sound, a film or a picture.' })),
});

export const CheckUrlRequest = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2_000, description: 'Where the file is.' }),
});

const WatermarkSchema = Type.Object({
  found: Type.Boolean(),
  share: Share('How much of what can be heard is marked.'),
  confidence: Share('How sure it is that some of the sound is marked; from 0.5 on, `found` is true.'),
  installation: Type.Union([Type.Literal('this'), Type.Literal('other'), Type.Null()], {
    description:
      '`this`: the registry of this service knows the file, or a sound that is heard in it. The mark itself says only that it is there, so it is null otherwise.',
  }),
  windows: Type.Array(
    Type.Object({
      start: Type.Number({ description: 'Seconds.' }),
      end: Type.Number(),
      probability: Share('From 0.5 on, the mark is found here.'),
    }),
    { description: 'Five seconds each, one for every second.' },
  ),
});

const ManifestSchema = Type.Object({
  state: Type.Union([Type.Literal('valid'), Type.Literal('invalid'), Type.Literal('absent')], {
    description: '`valid`: signed, and neither the file nor the manifest was changed since.',
  }),
  trusted: Type.Boolean({ description: 'Whether the certificate leads to a root that this server trusts.' }),
  issuer: Text('The organisation in the certificate of the signer, as the certificate has it.'),
  signed_at: Text('The time that a time stamp attests.'),
  id: Text('The label of the manifest.'),
  title: Text('As the file has it.'),
  generator: Text('The program that made the file, as the file has it.'),
  actions: Type.Array(
    Type.Object({
      action: Type.String(),
      digital_source_type: Text('As IPTC names it, such as trainedAlgorithmicMedia.'),
      when: Text('As the file has it.'),
    }),
  ),
  ingredients: Type.Array(Type.String()),
  problems: Type.Array(Type.String(), { description: 'What does not hold, in the words of C2PA.' }),
});

export const CheckSchema = Type.Object({
  marked: Type.Boolean({ description: 'A mark was found in the sound, or the file has a valid manifest.' }),
  watermark: WatermarkSchema,
  manifest: ManifestSchema,
  records: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Id in GET /api/v1/provenance.' }),
      kind: Type.String(),
      made_at: Type.String({ format: 'date-time' }),
      found_by: Type.Union([Type.Literal('hash'), Type.Literal('manifest'), Type.Literal('sound')], {
        description:
          '`hash`: the file is as it was delivered. `manifest`: it carries the manifest of one that was. `sound`: at least five seconds of it sound like one that was.',
      }),
    }),
    { description: 'What the account of the caller made here and is heard or named in this file.' },
  ),
  duration_seconds: Type.Union([Type.Number(), Type.Null()], { description: 'Null for a picture.' }),
  note: Type.String({ description: 'What the result does not say.' }),
});

export type Check = Static<typeof CheckSchema>;
