import { Type } from '@sinclair/typebox';

export const ProvenanceParams = Type.Object({ id: Type.String({ format: 'uuid' }) });

export const ProvenanceSchema = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Also the id of the manifest: `urn:c2pa:` and this.' }),
  made_at: Type.String({ format: 'date-time' }),
  kind: Type.String({
    description: 'What it is: `tts`, `music`, `sfx`, `video`, `dub`, `agent`, `realtime`, `preview` …',
  }),
  content_type: Type.String(),
  sha256: Type.String({ description: 'Of the file as it was delivered, in hexadecimal digits.' }),
  bytes: Type.Integer(),
  models: Type.Array(Type.String()),
  voice_consents: Type.Array(Type.String(), {
    description: 'Ids of the consents to the voices that are heard.',
  }),
  digital_source_type: Type.String({ description: 'As IPTC names it.' }),
  carried: Type.Boolean({ description: 'Whether the file has its manifest in itself.' }),
  manifest_url: Type.String({ description: 'The manifest as a file of its own.' }),
  yours: Type.Boolean({ description: 'Whether the account that is signed in made it.' }),
});
