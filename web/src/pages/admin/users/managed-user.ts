import type { Output } from '@vox-humana/client';

export type ManagedUser = Output<'GET /api/admin/users'>['users'][number];
