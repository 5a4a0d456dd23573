import type { AssistantsView } from '../../../../../domain/instructions/assistants-view.js'
import type { ConnectionView } from '../../../../../domain/instructions/connection.js'

type Hosted = NonNullable<AssistantsView['hosted']>

const SCOPES: Readonly<Record<string, string>> = {
  'account:read': 'accounts',
  'order:read': 'orders',
  'order:write': 'order requests',
  'market:read': 'prices',
  'instrument:read': 'instruments',
}

/** Texts of the broker's hosted MCP server, and of its clients. */
export const hostedText = {
  title: 'Hosted by the broker',
  hint: 'Serves assistants with a sign-in of its own. Their requests appear here.',
  states: {
    off: 'off',
    listening: 'serving',
    'port-in-use': 'port in use',
    failed: 'failed',
  } satisfies Record<Hosted['state'], string>,
  number: 'Hosted port',
  numberProblem: 'A number from 1024 to 65535',
  on: 'Serve',
  off: 'Stop serving',
  move: 'Change',
  inUse:
    'Another program uses this port. Choose another one, and change it in your assistants’ settings too.',
  failed: 'The address could not be opened.',
  unreachable: 'The broker does not respond: pending requests there may have changed.',
  copy: 'Copy address',
  copied: 'Copied',
  trust: 'Copy certificate path',
  trustHint: (file: string) => `Clients must trust this certificate: ${file}`,
  hosted: 'hosted',
  signedOut: 'Hosted by the broker · signed out there',
  may: ({ scopes, accounts }: NonNullable<ConnectionView['hosted']>) =>
    `Hosted by the broker · access to ${scopes.map((scope) => SCOPES[scope] ?? scope).join(', ')} · ${accounts.length === 1 ? '1 account' : `${accounts.length} accounts`}`,
} as const
