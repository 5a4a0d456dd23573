import type { Message } from '../../messages/message.js'
import type { EpochMs } from '../time.js'
import type { CredentialField } from './profile.js'
import type { Profile, ProfileHosts } from './profile.schema.js'

/**
 * One credential as a window sees it. `ending` is shown only after authentication when Countersign
 * has a lock.
 */
export interface CredentialView {
  readonly field: CredentialField
  readonly set: boolean
  readonly ending: string | null
  readonly since: EpochMs | null
}

/** Problems with a profile's stored secrets. */
export const SECRETS_PROBLEMS = ['key-store-changed', 'unreadable'] as const
export type SecretsProblem = (typeof SECRETS_PROBLEMS)[number]

/** What the registration has to contain, and whether Countersign can receive the response there. */
export interface RedirectView {
  /** Null where every sign-in uses another port, which no registration can contain. */
  readonly address: string | null
  /** `pasted`: the person pastes the response, so no port is used. */
  readonly port: 'free' | 'in-use' | 'changing' | 'pasted'
  /** A port that is free now, where the chosen one is not; null otherwise. */
  readonly freePort: number | null
}

/** The proxies of a profile's connections, and those for which credentials are stored. */
export interface ProxiesView {
  /** The proxies in use, and who named them. */
  readonly text: Message
  readonly users: readonly {
    /** Its address: "http://proxy.example:3128". */
    readonly proxy: string
    readonly isInUse: boolean
    /** True when a user name and a password are stored for it. */
    readonly set: boolean
  }[]
}

/** A profile with the state of its credentials; never contains a secret. */
export interface ProfileView {
  readonly profile: Profile
  readonly builtIn: boolean
  readonly credentials: readonly CredentialView[]
  readonly missing: readonly CredentialField[]
  /** Where the secrets are stored; `backend` is the key store's name, null without one. */
  readonly secrets: {
    readonly store: 'key-store' | 'memory'
    readonly backend: string | null
    readonly problem: SecretsProblem | null
  }
  /** Null in practice, which approves by itself. */
  readonly redirect: RedirectView | null
  /** Which authorities its connections trust; null in practice, whose exchange has its own. */
  readonly trust: Message | null
  /** Which proxies connections to the broker use; null in practice, which needs none. */
  readonly proxies: ProxiesView | null
  /** The hosts in use: published, edited, or the practice exchange's own. */
  readonly hosts: ProfileHosts | null
}
