import { Type } from '@sinclair/typebox';

export const SoundModels = Type.Array(
  Type.Object({
    id: Type.String(),
    available: Type.Boolean({ description: 'False while no worker with it is connected.' }),
    default: Type.Boolean(),
  }),
  { description: 'Models for `model`: the service’s own, and those that workers offer.' },
);
