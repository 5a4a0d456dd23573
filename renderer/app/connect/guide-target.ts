import type { AppStateView, ProfileSummary } from '../../../shared/domain/app/app-state.js'
import type { AccessWay, ProfileId } from '../../../shared/domain/app/profile.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'

/** The environments that the guide connects, in this order. */
export type GuidedEnvironment = 'sandbox' | 'production'

/** The pages of the guide. */
export type GuidePage = 'register' | 'enter' | 'test' | 'check'

/** The pages of an environment, in their order. */
export const PAGES: Readonly<Record<GuidedEnvironment, readonly GuidePage[]>> = {
  sandbox: ['register', 'enter', 'test'],
  production: ['register', 'enter', 'test', 'check'],
}

export interface GuideTarget {
  readonly environment: GuidedEnvironment
  /** The profile that is connected; null where it has to be created. */
  readonly profile: ProfileSummary | null
}

const isGuided = (profile: ProfileSummary): boolean =>
  profile.environment !== 'practice' && profile.institution !== true

/**
 * Returns what the guide connects: the wanted profile, or first the sandbox, and the account once
 * the sandbox is open.
 */
export function guideTarget(
  { current, profiles }: Pick<AppStateView, 'current' | 'profiles'>,
  wanted: ProfileId | null,
): GuideTarget {
  const chosen = profiles.find((profile) => profile.id === wanted && isGuided(profile))
  if (chosen !== undefined) {
    const environment = chosen.environment === 'production' ? 'production' : 'sandbox'
    return { environment, profile: chosen }
  }
  const environment = current?.environment === 'practice' ? 'sandbox' : 'production'
  const profile = profiles.find(
    (candidate) => isGuided(candidate) && candidate.environment === environment,
  )
  return { environment, profile: profile ?? null }
}

/** Returns the page to begin with: the one after what is done already. */
export function firstPage({ environment }: GuideTarget, view: ProfileView | null): GuidePage {
  if (view !== null && view.missing.length === 0) return 'test'
  // What to create was shown for the sandbox; Back leads to it.
  return environment === 'production' ? 'enter' : 'register'
}

/** Returns how the account gets access until the person chooses: as the sandbox does. */
export const initialAccess = (sandbox: ProfileView | null): AccessWay =>
  sandbox === null || sandbox.profile.access === 'institution' ? 'key' : sandbox.profile.access
