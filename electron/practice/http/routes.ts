import { err } from '../../../shared/domain/result.js'
import { CATALOG, type OperationId } from '../../../shared/wire/catalog.js'
import { LEGACY_PATHS } from '../../../shared/wire/legacy-paths.js'
import type { AuthKind, Operation } from '../../../shared/wire/operation.js'
import { hostsInstructions } from '../../../shared/wire/hosted-instructions-api.js'
import {
  HOSTED_INSTRUCTION_ROUTES,
  type HostedInstructionRoute,
} from './handlers/hosted-instructions-api.js'
import { HANDLERS } from './handlers/index.js'
import { decideLogin, openLogin } from './handlers/auth/login.js'
import type { BrowserId, Call, Handler, HandlerResult } from './operations/handler.js'
import { readParameters } from './message/parameters.js'
import { ROUTE_NOT_FOUND } from './message/refusal.js'
import { sandboxRefusal } from './sandbox.js'

/**
 * The HTTP servers: the API host, the OAuth host (also serves the login page), and the Broker API
 * host.
 */
export type Role = 'api' | 'oauth' | 'broker'

/** A method and path that reach an operation. */
export interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly auth: AuthKind
  /**
   * The operation in the catalog, for limits, faults and counts; null for helpers of the login
   * page.
   */
  readonly operation: Operation | null
  run(call: Call): HandlerResult | Promise<HandlerResult>
}

const BROWSER: readonly BrowserId[] = ['connect.login', 'connect.code']
const isBrowser = (id: OperationId): id is BrowserId =>
  (BROWSER as readonly OperationId[]).includes(id)

/**
 * Binds an operation's schema to its handler; {@link HANDLERS} guarantees that their types match.
 */
function runner(operation: (typeof CATALOG)[number]): Route['run'] {
  const { id } = operation
  if (isBrowser(id)) return HANDLERS[id]
  const handler = HANDLERS[id] as Handler<typeof id>
  return (call) => {
    const parameters = readParameters<Operation['request']>(operation, call.raw)
    if (!parameters.ok) return parameters
    const refusal =
      call.services.options.environment === 'sandbox'
        ? sandboxRefusal(operation, parameters.value)
        : null
    return refusal === null ? handler(parameters.value as never, call) : err(refusal)
  }
}

const direct = (operation: (typeof CATALOG)[number]): Route => ({
  method: operation.method,
  path: operation.path,
  auth: operation.auth,
  operation,
  run: runner(operation),
})

/** Returns an operation under its own path and under those of the provider's older libraries. */
const everywhere = (operation: (typeof CATALOG)[number]): readonly Route[] =>
  [operation.path, ...(LEGACY_PATHS[operation.id] ?? [])].map((path) => ({
    ...direct(operation),
    path,
  }))

/**
 * Our own route, served only where hosted instructions are enabled: Countersign reads the requests
 * of assistants here.
 */
const hostedInstructionRoute = ({ operation, run }: HostedInstructionRoute): Route => ({
  method: operation.method,
  path: operation.path,
  auth: operation.auth,
  operation,
  run: (call) => {
    if (!hostsInstructions(call.services.options.environment)) return err(ROUTE_NOT_FOUND)
    const parameters = readParameters<Operation['request']>(operation, call.raw)
    return parameters.ok ? run(parameters.value, call) : parameters
  },
})

/** Adds the institutional prefix of the Broker API before v3 (BROKER-1). */
const ofBroker = (operation: (typeof CATALOG)[number]): readonly Route[] => [
  ...everywhere(operation),
  { ...direct(operation), path: `/openapi${operation.path}` },
]

/** The OAuth host serves the trading paths too, authorized by the bearer (ASSUMPTION in AUTH-5). */
const overConnect = (operation: (typeof CATALOG)[number]): Route =>
  connected(direct(operation), operation)
const connected = (route: Route, operation: Operation): Route => ({
  ...route,
  auth: 'bearer+signature',
  operation: { ...operation, host: 'oauth', rate: CONNECT_RATE },
})
const CONNECT_RATE = {
  production: { count: 90, seconds: 60 },
  sandbox: { count: 90, seconds: 60 },
} as const

const helper = (
  method: Route['method'],
  path: string,
  auth: AuthKind,
  run: Route['run'],
): Route => ({ method, path, auth, operation: null, run })

/** Returns every route of a server. */
export function routesOf(role: Role): readonly Route[] {
  if (role === 'api') {
    return [
      ...CATALOG.filter(({ host }) => host === 'api').flatMap(everywhere),
      ...HOSTED_INSTRUCTION_ROUTES.map(hostedInstructionRoute),
    ]
  }
  if (role === 'broker') return CATALOG.filter(({ host }) => host === 'broker').flatMap(ofBroker)
  return [
    ...CATALOG.filter(({ host }) => host === 'oauth' || host === 'passport').flatMap(everywhere),
    ...CATALOG.filter(({ family }) => family === 'trading').map(overConnect),
    ...HOSTED_INSTRUCTION_ROUTES.map((route) =>
      connected(hostedInstructionRoute(route), route.operation),
    ),
    helper('GET', '/oauth2/sandbox/authenticate/login', 'none', openLogin),
    helper('POST', '/oauth2/authenticate/decision', 'none', decideLogin),
  ]
}
