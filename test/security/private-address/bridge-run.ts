import { spawn } from 'node:child_process'
import { SOURCE_BRIDGE } from '../../harness/assistant/bridge-client.js'

/** A request for an order, as an assistant's client sends it to the bridge. */
export const ORDER = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'place_stock_instruction',
    arguments: {
      account_id: 'ACC1',
      symbol: 'AAPL',
      side: 'BUY',
      order_type: 'LIMIT',
      quantity: '10',
      limit_price: '187.50',
      instruction_key: 'k1',
    },
  },
})

export interface BridgeRun {
  readonly stdout: string
  readonly stderr: string
}

/** Runs the bridge as a client does, sends it one request, and returns what it wrote. */
export async function callThroughBridge(
  key: string,
  env: Readonly<Record<string, string>>,
): Promise<BridgeRun> {
  const bridge = spawn(SOURCE_BRIDGE.command, SOURCE_BRIDGE.args, {
    env: { PATH: process.env['PATH'], COUNTERSIGN_TOKEN: key, ...env },
    timeout: 60_000,
  })
  let [stdout, stderr] = ['', '']
  bridge.stdout.on('data', (chunk) => {
    stdout += String(chunk)
  })
  bridge.stderr.on('data', (chunk) => {
    stderr += String(chunk)
  })
  bridge.stdin.end(`${ORDER}\n`)
  await new Promise((resolve) => {
    bridge.on('close', resolve)
  })
  return { stdout, stderr }
}
