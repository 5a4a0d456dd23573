import { expect, it } from 'vitest'
import { TOOLS } from '../../../electron/assistant/tools/index.js'
import type { Effect } from '../../../electron/assistant/effect.js'
import type { AssistantPort } from '../../../electron/core/instructions/assistant/assistant-port.js'
import { CALLS } from '../../harness/assistant/tool-calls.js'
import { connectAssistantClient } from '../../harness/assistant/assistant-client.js'

/**
 * The strongest effect of each method of the port. A new method must be listed here. No effect
 * means trading or deciding.
 */
const EFFECTS: Readonly<Record<keyof AssistantPort, Effect | 'none'>> = {
  authenticate: 'none',
  markSeen: 'none',
  recordSent: 'none',
  watch: 'none',
  scope: 'none',
  authorizeTool: 'none',
  accounts: 'read',
  balance: 'read',
  positions: 'read',
  plan: 'read',
  exchangeTime: 'read',
  news: 'read',
  optionChain: 'read',
  openOrders: 'read',
  order: 'read',
  history: 'read',
  cashActivities: 'read',
  executions: 'read',
  transfers: 'read',
  transfer: 'read',
  instruments: 'read',
  search: 'read',
  quotes: 'read',
  depth: 'read',
  bars: 'read',
  referenceData: 'read',
  policy: 'read',
  preview: 'read',
  instruction: 'read',
  pending: 'read',
  processed: 'read',
  wait: 'read',
  instruct: 'instruct',
  revoke: 'withdraw',
  addWaiting: 'instruct',
  waiting: 'read',
  removeWaiting: 'withdraw',
  watchlists: 'read',
  changeWatchlist: 'watchlist',
  windowItems: 'read',
  changeWindow: 'window',
}

/** Tools that read what an assistant requested, whose numbers are its own (CONFIRM-45). */
const REPEATING = new Set([
  'get_pending_instruction',
  'get_processed_instruction',
  'wait_for_instruction',
  'get_waiting_instruction',
  'find_tools',
  'get_window_items',
  'get_open_orders',
  'get_order_history',
  'get_order_detail',
])

it('CONFIRM-5, CONFIRM-6: a tool has the effect of the methods it calls, whatever its name is', async () => {
  const { fakePort: desk, call } = await connectAssistantClient()
  const used = new Set<keyof AssistantPort>()
  expect(Object.keys(desk.port).sort()).toEqual(Object.keys(EFFECTS).sort())
  for (const name of Object.keys(EFFECTS) as (keyof AssistantPort)[]) {
    const method = desk.port[name] as (...given: unknown[]) => unknown
    Object.assign(desk.port, {
      [name]: (...given: unknown[]) => {
        used.add(name)
        return method(...given)
      },
    })
  }
  for (const { name, effect } of TOOLS) {
    for (const waiting of [...desk.waitingIds()]) desk.decide(waiting, 'declined')
    const id = (await call('cancel_instruction', CALLS['cancel_instruction']?.('') ?? {}))
      .structuredContent as { instruction_id: string }
    used.clear()
    const answer = await call(name, CALLS[name]?.(id.instruction_id) ?? {})
    expect(answer.isError, `${name}: ${JSON.stringify(answer.content)}`).not.toBe(true)
    // Every tool first checks whether it is in the connection's toolsets.
    expect(used.delete('authorizeTool'), name).toBe(true)
    // Reads are remembered for later reasons, except those that repeat what was requested.
    expect(used.delete('recordSent'), name).toBe(effect === 'read' && !REPEATING.has(name))
    // A job first finds its orders; only its request has an effect.
    if (effect === 'instruct') used.delete('plan')
    const effects = new Set([...used].map((method) => EFFECTS[method]))
    // It reads the connection's scope and nothing of the account.
    expect([...effects], name).toEqual([name === 'find_tools' ? 'none' : effect])
  }
})

it('CONFIRM-6: no tool approves, unlocks, extends, switches the environment or sends an order', async () => {
  const { fakePort: desk, call } = await connectAssistantClient()
  for (const name of [
    'approve_instruction',
    'confirm_instruction',
    'extend_instruction',
    'unlock',
    'arm',
    'set_policy',
    'switch_environment',
    'place_stock_order',
    'cancel_order',
    'replace_stock_order',
  ]) {
    await expect(call(name, {}), name).rejects.toThrow(/not found/)
  }
  expect(desk.requests).toEqual([])
})
