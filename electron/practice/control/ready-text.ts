import { inEnglish } from '../../../shared/messages/format-message.js'
import type { PracticeReady } from '../../../shared/practice/practice-control.js'
import { hostsInstructions } from '../../../shared/wire/hosted-instructions-api.js'
import { REDIRECT_PATTERN } from '../oauth/redirect.js'
import type { PracticeOptions } from '../model/practice-options.js'

/** How a new token becomes valid in each environment (AUTH-4). */
const TOKENS = {
  practice: 'Create Token answers NORMAL at once.',
  sandbox: 'No token is needed; Create Token answers NORMAL at once.',
  production:
    'Create Token answers PENDING; type "approve" or "deny" here, as the code in the app does.',
} as const

const line = (name: string, value: string): string => `  ${name.padEnd(16)}${value}`

/**
 * Returns the lines about the hosted MCP server's own address, or about why it is not available.
 */
function hostedAddressLines(hosted: PracticeReady['hosted']): readonly string[] {
  if (hosted?.on !== true) return []
  return [
    line(
      '',
      hosted.state === 'listening'
        ? `${hosted.url}  (this address stays)`
        : `port ${hosted.port} cannot be opened${hosted.state === 'port-in-use' ? ': another program uses it' : ''}`,
    ),
  ]
}

/**
 * Returns the text that `npm run practice` prints: all settings needed to point one of the
 * provider's SDKs at the exchange.
 */
export function readyText(ready: PracticeReady, options: PracticeOptions): string {
  const { hosts, user } = ready
  const login =
    options.environment === 'sandbox'
      ? '/oauth2/sandbox/authenticate/login'
      : '/oauth2/authenticate/login'
  return [
    'Practice exchange is running. No real money, no real market: everything here is simulated.',
    '',
    line('HTTP API', hosts.api),
    line('OAuth, Connect', hosts.oauth),
    line('Login page', `${hosts.passport}${login}`),
    line('Trade events', `${hosts.events.host}:${hosts.events.port}  (gRPC over TLS)`),
    ...(hostsInstructions(options.environment)
      ? [line('Hosted MCP', `${hosts.api}/mcp  (OAuth; clients register themselves)`)]
      : []),
    ...hostedAddressLines(ready.hosted),
    line('Market stream', `${hosts.data.host}:${hosts.data.port}  (MQTT 3.1.1 over TLS)`),
    line('', `wss://${hosts.dataWeb.host}:${hosts.dataWeb.port}/mqtt  (the same in a WebSocket)`),
    line('Broker API', hosts.broker),
    line('Broker events', `${hosts.brokerEvents.host}:${hosts.brokerEvents.port}  (gRPC over TLS)`),
    line('CA file', ready.caFile),
    '',
    line('App key', ready.appKey),
    line('App secret', ready.appSecret),
    line('Client id', ready.clientId),
    line('Client secret', ready.clientSecret),
    line('Scope', ready.scope),
    line('Redirect', REDIRECT_PATTERN),
    line('Test user', `${user.name}  password ${user.password}`),
    '',
    line('Stands for', options.environment),
    line('Seed', ready.seed),
    line('Exchange time', new Date(ready.exchangeTime).toISOString()),
    line('Rate limits', options.rateLimits),
    ...ready.notes.map((note) => line('Note', inEnglish(note))),
    '',
    'To point an SDK of the provider here: set its HTTP endpoint to the HTTP API host and port, its events and quotes',
    'endpoints to the two others, its app key and secret to the ones above, and let it trust the CA file, e.g.',
    `  NODE_EXTRA_CA_CERTS=${ready.caFile}   (Node)`,
    `  WEBULL_API_CA_BUNDLE=${ready.caFile}   (the provider's Python library: HTTP)`,
    `  SSL_CERT_FILE=${ready.caFile} GRPC_DEFAULT_SSL_ROOTS_FILE_PATH=${ready.caFile}   (Python: MQTT, gRPC)`,
    `The host may be signed with its port or without. ${TOKENS[options.environment]}`,
    '',
    'Ctrl+C ends it.',
    '',
  ].join('\n')
}
