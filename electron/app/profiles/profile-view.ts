import { trustText } from '../../adapters/connections/authorities.js'
import { proxyText } from '../../adapters/connections/proxy.js'
import type { VaultPort } from '../../core/ports.js'
import type { Credentials } from '../../core/profiles/credentials.js'
import { accountEndpoints, type Endpoints } from '../../provider/http/hosts.js'
import {
  BUILT_IN_PROFILE,
  CREDENTIAL_FIELDS,
  neededFields,
} from '../../../shared/domain/app/profile.js'
import {
  AUTOMATIC_PROXY,
  type Profile,
  type ProfileHosts,
} from '../../../shared/domain/app/profile.schema.js'
import type { Message } from '../../../shared/messages/message.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'

type CredentialsView = Awaited<ReturnType<Credentials['view']>>
type CredentialStates = ProfileView['credentials']

const NO_CREDENTIALS: CredentialStates = CREDENTIAL_FIELDS.map((field) => ({
  field,
  set: false,
  ending: null,
  since: null,
}))

/** Builds the view of a profile for pages; it has the state of secrets, never a secret. */
export function profileView(
  profile: Profile,
  vault: VaultPort,
  credentials: CredentialsView,
  redirect: ProfileView['redirect'],
): ProfileView {
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
    proxy: practice ? null : proxyInUse(profile),
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

/** Returns in words which proxy the API is reached through. */
function proxyInUse(profile: Profile): Message {
  const api = hostsOf(profile)?.api
  const host = api === undefined ? '' : new URL(api).hostname
  return proxyText(profile.proxy ?? AUTOMATIC_PROXY, process.env, host)
}

const toHosts = ({ origins, events, data, pinnedCa }: Endpoints): ProfileHosts => ({
  api: origins.api,
  oauth: origins.oauth,
  passport: origins.passport,
  events,
  data,
  authority: pinnedCa,
})
