import { trustText } from '../../adapters/connections/authorities.js'
import type { ProxyChooser } from '../../adapters/connections/proxy-chooser.js'
import { ProxyCredentials } from '../../core/profiles/proxy-credentials.js'
import type { VaultPort } from '../../core/ports.js'
import type { Credentials } from '../../core/profiles/credentials.js'
import { accountEndpoints, type Endpoints } from '../../provider/http/hosts.js'
import {
  BUILT_IN_PROFILE,
  CREDENTIAL_FIELDS,
  neededFields,
} from '../../../shared/domain/app/profile.js'
import type { Profile, ProfileHosts } from '../../../shared/domain/app/profile.schema.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'

type CredentialsView = Awaited<ReturnType<Credentials['view']>>
type CredentialStates = ProfileView['credentials']

const NO_CREDENTIALS: CredentialStates = CREDENTIAL_FIELDS.map((field) => ({
  field,
  set: false,
  ending: null,
  since: null,
}))

/** What a view is made of. */
interface ViewParts {
  readonly profile: Profile
  readonly vault: VaultPort
  readonly credentials: CredentialsView
  readonly redirect: ProfileView['redirect']
  readonly proxies: ProfileView['proxies']
}

/** Builds the view of a profile for pages; it has the state of secrets, never a secret. */
export function profileView({
  profile,
  vault,
  credentials,
  redirect,
  proxies,
}: ViewParts): ProfileView {
  const practice = profile.environment === 'practice'
  const states = credentials.ok ? [...credentials.value] : NO_CREDENTIALS
  return {
    profile,
    builtIn: profile.id === BUILT_IN_PROFILE,
    credentials: practice ? [] : states,
    missing: practice ? [] : missingFields(profile, states),
    secrets: {
      store: vault.backend,
      backend: vault.keyStore,
      problem: secretsProblem(credentials),
    },
    redirect,
    trust: practice ? null : trustText(profile.hosts?.authority ?? null),
    proxies,
    hosts: hostsOf(profile),
  }
}

const missingFields = (profile: Profile, states: CredentialStates): ProfileView['missing'] =>
  neededFields(profile.access).filter(
    (field) => !states.some((credential) => credential.field === field && credential.set),
  )

function secretsProblem(credentials: CredentialsView): ProfileView['secrets']['problem'] {
  if (credentials.ok) return null
  return credentials.error.kind === 'foreign' ? 'key-store-changed' : 'unreadable'
}

/** Returns the hosts in effect; null in practice, and for addresses that cannot be used. */
function hostsOf({ environment, hosts }: Profile): ProfileHosts | null {
  if (environment === 'practice') return null
  const endpoints = accountEndpoints(environment, hosts)
  return endpoints.ok ? toHosts(endpoints.value) : null
}

/** Returns which proxies the API is reached through; null in practice. */
export async function proxiesView(
  profile: Profile,
  chooser: ProxyChooser,
  vault: VaultPort,
): Promise<ProfileView['proxies']> {
  if (profile.environment === 'practice') return null
  const api = hostsOf(profile)?.api
  const use = await chooser.describe(api === undefined ? '' : new URL(api).hostname)
  const withCredentials = await new ProxyCredentials(vault).names()
  // What was entered for a proxy that is not in use now can still be removed.
  const names = [...new Set([...use.proxies, ...withCredentials])]
  return {
    text: use.text,
    users: names.map((proxy) => ({
      proxy,
      isInUse: use.proxies.includes(proxy),
      set: withCredentials.includes(proxy),
    })),
  }
}

const toHosts = ({ origins, events, data, pinnedCa }: Endpoints): ProfileHosts => ({
  api: origins.api,
  oauth: origins.oauth,
  passport: origins.passport,
  events,
  data,
  authority: pinnedCa,
})
