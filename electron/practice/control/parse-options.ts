import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ENVIRONMENTS } from '../../../shared/domain/environment.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { PracticeOptions, RateProfile } from '../model/practice-options.js'

const USAGE = `Usage: npm run practice -- [options]
  --seed <text>           the market's seed (same seed, same clock: same trace)        default: countersign
                          ending in +5000 (any number): a market of so many stocks
  --replay <file>         replays a recorded market from a past time on                default: no replay
  --data-dir <folder>     accounts, orders and keys are kept here                      default: ~/.countersign-practice
                          (another environment: ~/.countersign-<environment>)
  --port-base <number>    six ports from here: API, OAuth, events, data, Broker API    default: any free ports
                          and its event push
  --mcp-port <number>     the hosted MCP server's own address, one port that stays     default: as it was set in the app
  --rate-limits <table>   off | production | sandbox                                   default: production,
                          in the sandbox sandbox
  --clock <kind>          practice | real                                              default: practice
  --speed <number>        exchange seconds per real second                             default: 1
  --quotes-ms <number>    shortest time between two quotes of one symbol in the stream default: 100
  --environment <name>    practice | sandbox | production: whose place it takes         default: practice
  --names <list>          further host names for its certificate, separated by commas
  --sandbox               the same as --environment sandbox
  --help`

const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/
const PROFILES: readonly RateProfile[] = ['off', 'production', 'sandbox']
const LAST_PORT_BASE = 65_530

/**
 * Parses the command line. Returns the error kind `help` for --help, `wrong` with a message for the
 * user when an argument is invalid.
 */
export function parseOptions(
  args: readonly string[],
): Result<PracticeOptions, { readonly kind: 'help' | 'wrong'; readonly message: string }> {
  const wrong = (message: string) => err({ kind: 'wrong' as const, message })
  let values
  try {
    ;({ values } = parseArgs({
      args: [...args],
      options: {
        seed: { type: 'string' },
        replay: { type: 'string' },
        'data-dir': { type: 'string' },
        'port-base': { type: 'string' },
        'mcp-port': { type: 'string' },
        'rate-limits': { type: 'string' },
        clock: { type: 'string' },
        speed: { type: 'string' },
        'quotes-ms': { type: 'string' },
        environment: { type: 'string' },
        names: { type: 'string' },
        sandbox: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }))
  } catch (error) {
    return wrong(error instanceof Error ? error.message : 'The arguments cannot be read.')
  }
  if (values.help === true) return err({ kind: 'help', message: USAGE })
  const portBase = Number(values['port-base'] ?? '0')
  if (!Number.isInteger(portBase) || portBase < 0 || portBase > LAST_PORT_BASE) {
    return wrong(`--port-base must be a whole number from 0 to ${LAST_PORT_BASE}.`)
  }
  const mcpPort = values['mcp-port'] === undefined ? undefined : Number(values['mcp-port'])
  if (
    mcpPort !== undefined &&
    (!Number.isInteger(mcpPort) || mcpPort < 1_024 || mcpPort > 65_535)
  ) {
    return wrong('--mcp-port must be a whole number from 1024 to 65535.')
  }
  const named = values.environment ?? (values.sandbox === true ? 'sandbox' : 'practice')
  const environment = ENVIRONMENTS.find((known) => known === named)
  if (environment === undefined) {
    return wrong(`--environment must be one of ${ENVIRONMENTS.join(', ')}.`)
  }
  if (values.sandbox === true && environment !== 'sandbox') {
    return wrong('--sandbox and --environment contradict each other.')
  }
  const names = (values.names ?? '').split(',').filter((name) => name !== '')
  if (!names.every((name) => HOST_NAME.test(name))) {
    return wrong('--names must be host names such as api.example.com, separated by commas.')
  }
  const rateLimits = PROFILES.find(
    (profile) =>
      profile === (values['rate-limits'] ?? (environment === 'sandbox' ? 'sandbox' : 'production')),
  )
  if (rateLimits === undefined) return wrong(`--rate-limits must be one of ${PROFILES.join(', ')}.`)
  const clock = values.clock ?? 'practice'
  if (clock !== 'practice' && clock !== 'real') return wrong('--clock must be practice or real.')
  const speed = Number(values.speed ?? '1')
  if (!Number.isFinite(speed) || speed <= 0 || speed > 10_000) {
    return wrong('--speed must be a number above 0 and at most 10000.')
  }
  const quotesMs = Number(values['quotes-ms'] ?? '100')
  if (!Number.isInteger(quotesMs) || quotesMs < 5 || quotesMs > 5_000) {
    return wrong('--quotes-ms must be a whole number from 5 to 5000.')
  }
  return ok({
    seed: values.seed ?? 'countersign',
    dataDir: values['data-dir'] ?? join(homedir(), `.countersign-${environment}`),
    portBase,
    rateLimits,
    clock,
    speed,
    environment,
    names,
    quotesMs,
    ...(values.replay === undefined ? {} : { replay: values.replay }),
    ...(mcpPort === undefined ? {} : { mcpPort }),
  })
}
