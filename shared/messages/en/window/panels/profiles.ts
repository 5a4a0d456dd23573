import type { AssumptionChoice, AssumptionName } from '../../../../domain/app/broker-assumptions.js'
import type { ProxySetting } from '../../../../domain/app/profile.schema.js'
import type { AccessWay, CredentialField } from '../../../../domain/app/profile.js'
import type { RedirectView } from '../../../../domain/app/profile-view.js'
import type { ConnectionReport } from '../../../../domain/app/connection-report.js'

/** The label and the hint of each assumption, and a label of each of its choices. */
type AssumptionTexts = {
  readonly [Name in AssumptionName]: {
    readonly label: string
    readonly hint: string
    readonly choices: Readonly<Record<AssumptionChoice<Name>, string>>
  }
}

/** The page of profiles and their credentials. */
export const profilePanelText = {
  title: 'Profiles',
  current: 'open',
  list: 'Your profiles',
  create: 'New profile',
  import: 'Import…',
  export: 'Export…',
  exported: 'Profile exported, without its credentials',
  duplicate: 'Duplicate',
  duplicated: 'Duplicated without credentials: enter them for the copy',
  remove: 'Remove…',
  removeTitle: (name: string) => `Remove "${name}"?`,
  removeLoses: [
    'Its credentials and sign-in are removed from this computer. They stay valid at the broker until you revoke them there.',
    'Its order journal is archived, not deleted.',
    'Orders and positions at the broker are not affected.',
  ],
  removeCancel: 'Cancel',
  removeDo: 'Remove profile',
  open: 'Open this profile',
  isOpen: 'This profile is open',
  name: 'Name',
  environment: 'Environment',
  access: 'Sign-in method',
  algorithm: 'Signature',
  apiVersion: 'API version',
  apiVersions: { v3: 'v3 (current)', v2: 'v2 (older)' },
  newName: { practice: 'Practice', sandbox: 'Sandbox', production: 'My account' },
  ways: {
    key: 'App key, confirmed on the phone',
    connect: 'Browser sign-in (Connect)',
    both: 'Both: browser sign-in, orders by app key',
    institution: 'Institution (Broker API)',
  } satisfies Record<AccessWay, string>,
  builtIn:
    'The practice exchange runs inside Countersign and creates its own credentials. There is nothing to enter.',
  practiceAccess: 'Used for',
  practiceWays: { both: 'Trading', institution: 'Institution console (Broker API)' },
  institution:
    'A profile for institutions: it opens no trading session. Its customers, transfers and orders are in the Institution panel, while a profile of the same environment is open.',
  openConsole: 'Open the Institution panel',
  ownPractice: 'A practice exchange of its own, with its own money, orders and journal.',
  credentials: 'Credentials',
  credentialsHint:
    'From your application on the broker’s developer pages. They are saved in this computer’s key store and never shown again.',
  fields: {
    app_key: 'App key',
    app_secret: 'App secret',
    client_id: 'Client ID',
    client_secret: 'Client secret',
    scope: 'Scope',
  } satisfies Record<CredentialField, string>,
  set: (ending: string | null, since: string) =>
    ending === null ? `set, since ${since}` : `set, ending in …${ending}, since ${since}`,
  unset: 'not set',
  enter: 'Enter',
  replace: 'Replace',
  save: 'Save',
  forget: 'Remove',
  cancel: 'Cancel',
  showEndings: 'Show last 4',
  memory:
    'No key store was found on this computer: credentials are held in memory until Countersign closes.',
  problems: {
    'key-store-changed':
      'These credentials were encrypted by another key store. They were left unchanged; sign in to that desktop again, or enter them again (the old file is archived).',
    unreadable:
      'The stored credentials cannot be read. They were left unchanged; entering them again archives the old file.',
  },
  rotate: 'Rotate…',
  rotateTitle: 'Replace exposed credentials',
  rotateSteps: [
    'On the broker’s developer pages, reset the key of this application. The old key stops working immediately.',
    'Here, remove the old credentials. You are signed out; working orders stay at the broker.',
    'Enter the new credentials and sign in again.',
  ],
  rotateDo: 'Remove old credentials',
  rotated: 'The old credentials were removed. Enter the new ones.',
  hosts: 'Hosts',
  hostsFrozen: 'Production connects only to the broker’s published hosts.',
  hostsEdit: 'Use other hosts',
  hostNames: {
    api: 'API',
    oauth: 'Sign-in API',
    passport: 'Login page',
    events: 'Order events',
    data: 'Market data',
  },
  authority: 'Certificate authority (PEM)',
  authorityHint:
    'Only for your own servers: nothing else is trusted then. Leave empty to trust the public ones.',
  trust: 'Trusted certificates',
  hostsSave: 'Save hosts',
  hostsReset: 'Restore published hosts',
  hostsWrong:
    'An address is incomplete: use https://host for the first three, host:port for the others.',
  proxy: 'Proxy',
  proxyKind: 'Reach the broker through',
  proxies: {
    automatic: 'As the environment or the system',
    none: 'No proxy',
    address: 'This proxy',
    script: 'This proxy script (PAC)',
  } satisfies Record<ProxySetting['kind'], string>,
  proxyAddress: 'Address of the proxy',
  proxyScript: 'Address of the script',
  proxyScriptWrong:
    'Enter an address such as http://server.example/proxy.pac or file:///etc/proxy.pac.',
  proxyUser: 'User name',
  proxyPassword: 'Password',
  proxyUserOf: (proxy: string) => `User name and password for ${proxy}`,
  proxyUserSet: 'set',
  proxyUserUnset: 'not set: enter them if the proxy asks',
  proxyUserEarlier: 'set, for a proxy that is not in use now',
  proxyUserHint:
    'They are saved in this computer’s key store and sent to this proxy only, as Basic sign-in: an http proxy can be read along the way, an https proxy cannot.',
  proxyWrong: 'Enter an address such as http://proxy.example:3128 or socks5://proxy.example:1080.',
  advanced: 'Advanced: what the broker does otherwise',
  advancedHint:
    'Brokers have not published everything. Change one of these only when the broker says so, or when the support asks you to. It counts from the next opening of the profile, and is part of what you copy for the support.',
  assumptions: {
    marketRoutes: {
      label: 'Ways to live prices',
      hint: 'Where a network closes the first way.',
      choices: { all: 'All, also unpublished ones', published: 'Published ones only' },
    },
    eventSilence: {
      label: 'Silence of order events',
      hint: 'After how long a silent connection is made again.',
      choices: { usual: 'After 90 seconds', long: 'After 4.5 minutes: the broker pings rarely' },
    },
    healthChecks: {
      label: 'Health checks of order events',
      hint: 'Notices a dead connection sooner.',
      choices: { 'after-silence': 'After silence', never: 'Never: the broker refuses them' },
    },
    optionValue: {
      label: 'Value of options',
      hint: 'The price that values an option position.',
      choices: { midpoint: 'Midpoint of bid and ask', last: 'Last trade' },
    },
  } satisfies AssumptionTexts,
  pkce: 'Sign-in protection (PKCE)',
  pkceUses: { on: 'On', off: 'Off: only if the broker refuses it' },
  redirect: 'Redirect address',
  redirects: { loopback: 'This computer (127.0.0.1)', manual: 'A registered address that I paste' },
  redirectKind: 'Where the browser returns',
  redirectPort: 'Port',
  redirectAddress: 'Register exactly this address at the broker',
  redirectStates: {
    free: 'The port is free on this computer.',
    'in-use':
      'Another program uses this port, so the sign-in cannot be received. Close that program, or use another port and register its address too.',
    changing:
      'With port 0 every sign-in uses another port, which no registration can contain. Choose a fixed one.',
    pasted: 'After the sign-in, the browser shows this address: you paste it here.',
  } satisfies Record<RedirectView['port'], string>,
  redirectUse: (port: number) => `Use port ${port}`,
  redirectCheck: 'Check again',
  redirectUri: 'Registered address',
  test: 'Test connection',
  testing: 'Testing',
  good: 'The connection works.',
  bad: 'The connection does not work yet.',
  unsaved: 'Takes effect when the profile is opened next.',
  checks: {
    network: 'Network',
    certificate: 'Certificate',
    clock: 'Clock',
    environment: 'Environment',
    key: 'Key',
    signature: 'Secret',
    token: 'Token',
    rights: 'Permissions',
    accounts: 'Accounts',
    proxy: 'Proxy in use',
    portal: 'Network sign-in',
    addresses: 'IPv4 and IPv6',
    oauth: 'Sign-in API',
    client: 'Client',
    redirect: 'Redirect',
    scope: 'Scope',
    pkce: 'Proof (PKCE)',
    events: 'Order events',
    stream: 'Live prices',
    data: 'Market data',
  } satisfies Record<ConnectionReport['checks'][number]['check'], string>,
  states: { good: 'OK', bad: 'failed', warning: 'limited', 'not-tried': 'skipped' },
} as const
