import type { AccessWay, CredentialField } from '../../shared/domain/profile.js'
import type { ConnectionReport, LockView, SwitchStep } from '../../shared/ipc/profiles.js'

/** Texts of profiles, credentials and switching. */
export const profileText = {
  title: 'Profiles', manage: 'Profiles and credentials…', choose: 'Change profile', current: 'open', list: 'Your profiles', create: 'New profile', import: 'Import…', export: 'Export…', exported: 'Profile exported, without its credentials',
  duplicate: 'Duplicate', duplicated: 'Duplicated without credentials: enter them for the copy', remove: 'Remove…', removeTitle: (name: string) => `Remove "${name}"?`,
  removeLoses: ['Its credentials and sign-in are forgotten on this computer. They stay valid at the provider until you revoke them there.', 'Its order journal is put away in the program’s folder, not deleted.', 'Orders and positions at the provider are not touched.'],
  removeKeep: 'Keep it', removeDo: 'Remove profile', open: 'Open this profile', isOpen: 'This profile is open', name: 'Name', environment: 'Environment', access: 'Way in', algorithm: 'Signature',
  newName: { practice: 'Practice', sandbox: 'Sandbox', production: 'My account' },
  ways: { key: 'App key, confirmed on the phone', connect: 'Sign-in in the browser (Connect)', both: 'Both: browser sign-in, orders by app key' } satisfies Record<AccessWay, string>,
  builtIn: 'The practice exchange runs inside the program and makes its own credentials. There is nothing to enter.', ownPractice: 'A practice exchange of its own, with its own money, orders and journal.',
  credentials: 'Credentials', credentialsHint: 'From your application in the provider’s developer pages. They go to the key store of this computer and are never shown again.',
  fields: { app_key: 'App key', app_secret: 'App secret', client_id: 'Client ID', client_secret: 'Client secret', scope: 'Scope' } satisfies Record<CredentialField, string>,
  set: (ending: string | null, since: string) => (ending === null ? `set, since ${since}` : `set, ending in …${ending}, since ${since}`), unset: 'not set', enter: 'Enter', replace: 'Replace', save: 'Keep', forget: 'Forget', cancel: 'Cancel',
  showEndings: 'Show endings', memory: 'No key store was found on this computer: credentials are kept in memory and are gone when the program ends.',
  problems: { 'key-store-changed': 'These credentials were sealed by another key store. They were left as they are; sign in to that desktop again, or enter them anew (the old file is put aside).', unreadable: 'The stored credentials cannot be read. They were left as they are; entering them anew puts the old file aside.' },
  rotate: 'Rotate…', rotateTitle: 'Replace exposed credentials', rotateSteps: ['In the provider’s developer pages, reset the key of this application. The old one dies at once there.', 'Here, forget the old credentials. You are signed out; working orders stay at the provider.', 'Enter the new credentials and sign in again.'], rotateDo: 'Forget the old ones', rotated: 'The old credentials are forgotten. Enter the new ones.',
  hosts: 'Hosts', hostsFrozen: 'Production goes to the provider’s published hosts and nowhere else.', hostsEdit: 'Use other hosts', hostNames: { api: 'API', oauth: 'Sign-in API', passport: 'Login page', events: 'Order events', data: 'Market data' }, authority: 'Certificate authority (PEM)', authorityHint: 'Only for servers of your own. Empty: the authorities of this computer.', hostsSave: 'Keep hosts', hostsReset: 'Back to the published ones', hostsWrong: 'An address is not complete: https://host for the first three, host:port for the others.',
  redirect: 'Browser comes back to', redirects: { loopback: 'This computer (127.0.0.1)', manual: 'A registered address; I paste it' }, redirectPort: 'Port (0 = any free one)', redirectUri: 'Registered address',
  test: 'Test connection', testing: 'Testing', good: 'The connection works.', bad: 'The connection does not work yet.', unsaved: 'Takes effect the next time the profile is opened.',
  checks: { network: 'Network', certificate: 'Certificate', clock: 'Clock', environment: 'Environment', key: 'Key', signature: 'Secret', token: 'Token', rights: 'Rights', accounts: 'Accounts' } satisfies Record<ConnectionReport['checks'][number]['check'], string>,
  states: { good: 'fine', bad: 'wrong', 'not-tried': 'not tried' },
  arm: { title: 'Trade with real money?', body: (name: string) => `"${name}" is a live account. Orders that you send from now on move real money, until you change the profile or end the program.`, type: (word: string) => `Type ${word} to go on`, do: 'Open and allow trading', doArm: 'Allow trading', look: 'Trading is off in this session.', lookHint: 'Prices, positions and cancels work. New orders need your word first.', lookDo: 'Allow trading…' },
  switching: {
    title: (name: string) => `Changing to "${name}"`, failed: 'The new profile could not be opened. Nothing of the old one is left running; its orders are in its journal.', back: 'Back to profiles', retry: 'Try again',
    steps: { halt: 'Stop new orders', withdraw: 'Withdraw instructions', streams: 'Close streams', orders: 'Settle orders on their way', dispose: 'Close the old session', build: 'Open the new one' } satisfies Record<SwitchStep, string>,
    states: { waiting: 'waiting', running: 'under way', done: 'done', failed: 'failed' },
  },
  delayed: 'Delayed', delayedHint: 'Market data of the sandbox is delayed, commonly by 15 minutes.',
  signIn: {
    waiting: (time: string) => `Approve in the browser. Waiting ${time} more.`, paste: 'Paste the address the browser was sent to', pasteDo: 'Go on', cancel: 'Cancel', phone: (time: string) => `Enter the code from the provider’s app (Messages, OpenAPI Notifications). ${time} left.`,
    checking: 'The desk looks every 5 seconds.', signOut: 'Sign out', signOutTitle: 'Sign out?', signOutBody: 'Tokens are forgotten on this computer. Working orders stay at the provider, and the desk cannot cancel them until you sign in again.', stay: 'Stay signed in', expired: 'Your sign-in has ended. Nothing is lost: orders and positions are at the provider.',
  },
} as const

/** Texts of the lock. */
export const lockText = {
  title: 'Lock', now: 'Lock the desk', locked: 'The desk is locked', why: { idle: 'Nobody was here for a while.', sleep: 'The computer slept.', asked: 'You locked it.', start: 'The program was started.' } satisfies Record<NonNullable<LockView['why']>, string>,
  passphrase: 'Passphrase', unlock: 'Unlock', system: 'Use the fingerprint', wait: (time: string) => `Too many wrong tries. Wait ${time}.`, live: 'Prices and orders keep coming. Nothing is sent, except by the kill switch.', kill: 'Halt and cancel everything',
  killed: (cancelled: number, working: number) => `Trading is halted. ${cancelled === 1 ? '1 order was' : `${cancelled} orders were`} cancelled, ${working === 1 ? '1 is' : `${working} are`} still working.`,
  forgot: 'I forgot the passphrase…', forgotTitle: 'Open without the passphrase?', forgotBody: 'Every credential and sign-in of sandbox and production is forgotten on this computer, and the lock with them. Practice and your journals stay.', forgotDo: 'Forget and open', keep: 'Back',
  settingsTitle: 'App lock', none: 'There is no lock. Whoever sits down at this computer can trade.', set: 'Set a passphrase', change: 'Change the passphrase', current: 'Current passphrase', fresh: 'New passphrase', again: 'New passphrase again', differ: 'The two are not the same.', hint: 'At least 8 characters. It opens the desk; secrets themselves are sealed by the key store of this computer.',
  idle: 'Lock after minutes without a touch', remove: 'Remove the lock', save: 'Save', saved: 'The lock was changed', done: 'Done', systemOn: 'Also unlock with the fingerprint',
  stepUp: 'Show that it is you', stepUpHint: 'Your passphrase, for something that matters.', go: 'Go on', settings: 'App lock…',
} as const

/** Texts of the session panel. */
export const sessionText = {
  tokens: 'Sign-in', kinds: { app: 'App key token', access: 'Access token', refresh: 'Refresh token' }, held: 'held', none: 'none', expires: 'ends', renewed: 'renewed', unknownEnd: 'renewed by use', earlier: 'by an earlier run',
  details: { profile: 'Profile', version: 'API version', algorithm: 'Signature', scope: 'Scope', store: 'Kept in', skew: 'Clock difference' }, stores: { 'key-store': 'the key store of this computer', memory: 'memory only' },
  skew: (ms: number) => (ms === 0 ? 'none' : `${ms > 0 ? '+' : '−'}${Math.abs(ms)} ms`), hosts: 'Hosts', roles: { api: 'API', oauth: 'Sign-in API', passport: 'Login page', events: 'Order events', data: 'Market data' } as Readonly<Record<string, string>>,
  budgets: 'Request budgets', budgetHeads: { operation: 'Requests', used: 'Used', window: 'Window', resets: 'Free again' }, noBudgets: 'Nothing was asked for in the last minute.', blocked: (time: string) => `refused for ${time}`, seconds: (n: number) => `${n} s`,
  events: 'What happened', noEvents: 'Nothing was logged yet.', refresh: 'Renew the view',
} as const
