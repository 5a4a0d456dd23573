import { execFile, execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { sharedExchange } from '../practice/support/shared-exchange.js'

const SCRIPT = fileURLToPath(new URL('./client.py', import.meta.url))

function python(): string | null {
  for (const name of ['python3', 'python']) {
    try {
      if (execFileSync(name, ['--version'], { encoding: 'utf8' }).startsWith('Python 3')) {
        return name
      }
    } catch {
      // There is no Python under this name; try the next.
    }
  }
  return null
}

const exchange = sharedExchange()

it("the exchange serves Python's standard library: token, orders, market stream", async ({
  skip,
}) => {
  const program = python()
  if (program === null) return skip('there is no Python 3 on this computer')
  const { hosts, caFile, appKey, appSecret } = exchange.practice.ready
  const api = new URL(hosts.api)
  const { stdout } = await promisify(execFile)(program, [SCRIPT], {
    env: {
      ...process.env,
      APP_KEY: appKey,
      APP_SECRET: appSecret,
      API_HOST: api.hostname,
      API_PORT: api.port,
      DATA_HOST: hosts.data.host,
      DATA_PORT: String(hosts.data.port),
      CA_FILE: caFile,
    },
    timeout: 300_000,
  })
  expect(JSON.parse(stdout)).toEqual({
    trade: {
      token: 'NORMAL',
      accounts: 5,
      states: ['SUBMITTED', 'CANCELLED'],
      oldPath: true,
      refused: [417, 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL'],
      snapshots: ['AAPL', 'BRK.B'],
    },
    stream: { connack: 0, topics: ['quote', 'snapshot', 'tick'], symbols: ['AAPL', 'SPY'] },
  })
})
