import type { AssistantsView } from '../../shared/domain/instructions/assistants-view.js'
import type { ConnectionView } from '../../shared/domain/instructions/connection.js'

type Hosted = NonNullable<AssistantsView['hosted']>

const SCOPES: Readonly<Record<string, string>> = {
  'account:read': 'accounts',
  'order:read': 'orders',
  'order:write': 'asking for orders',
  'market:read': 'prices',
  'instrument:read': 'instruments',
}

/** Texts of the broker's hosted MCP server, and of its clients. */
export const hostedText = {
  title: 'Hosted by the exchange',
  hint: 'Serves assistants with a sign-in of its own. What they ask for waits here.',
  states: {
    off: 'closed',
    listening: 'serving',
    'port-in-use': 'port in use',
    failed: 'failed',
  } satisfies Record<Hosted['state'], string>,
  number: 'Listens on',
  numberProblem: 'A number from 1024 to 65535',
  on: 'Serve',
  off: 'Stop serving',
  move: 'Change',
  inUse:
    'Another program uses this number. Choose another one, and change it in your assistants’ settings too.',
  failed: 'The address could not be opened.',
  unreachable: 'The exchange does not answer: what waits there may have changed.',
  copy: 'Copy the hosted address',
  copied: 'Copied',
  trust: 'Copy the path of its certificate',
  trustHint: (file: string) => `Clients have to trust this certificate: ${file}`,
  hosted: 'hosted',
  signedOut: 'Hosted by the exchange · signed out there',
  may: ({ scopes, accounts }: NonNullable<ConnectionView['hosted']>) =>
    `Hosted by the exchange · let in for ${scopes.map((scope) => SCOPES[scope] ?? scope).join(', ')} · ${accounts.length === 1 ? '1 account' : `${accounts.length} accounts`}`,
} as const
