// Abilities and roles: what a credential may do, and which ability implies which. Spec 5, reading notes "Abilities".

export const abilities = ['read', 'read:sensitive', 'write', 'write:sensitive', 'deploy', 'root'] as const
export type Ability = (typeof abilities)[number]

export const roles = ['viewer', 'operator', 'admin'] as const
export type Role = (typeof roles)[number]

const implied: Record<Ability, readonly Ability[]> = {
  read: ['read'],
  'read:sensitive': ['read:sensitive', 'read'],
  write: ['write', 'read'],
  'write:sensitive': ['write:sensitive', 'write', 'read:sensitive', 'read'],
  // A CI token may deploy, not reconfigure.
  deploy: ['deploy', 'read'],
  root: abilities,
}

const byRole: Record<Role, readonly Ability[]> = {
  viewer: ['read'],
  operator: ['read:sensitive', 'write', 'deploy'],
  admin: ['root'],
}

export function abilitiesOfRole(role: Role): readonly Ability[] {
  return byRole[role]
}

/** Whether a credential that holds `held` may do what needs `needed`. */
export function isAllowed(held: readonly Ability[], needed: Ability): boolean {
  return held.some((ability) => implied[ability].includes(needed))
}
