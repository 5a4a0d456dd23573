import type { ProfileSummary } from '../../../shared/domain/app/app-state.js'

/** Returns a name that no profile has: `base`, or `base` with a number. */
export function freeName(base: string, profiles: readonly ProfileSummary[]): string {
  const taken = new Set(profiles.map(({ name }) => name.toLowerCase()))
  let name = base
  for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
    name = `${base} ${count}`
  }
  return name
}
