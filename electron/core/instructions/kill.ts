import type { ClientOrderId } from '../../../shared/domain/ids.js'
import type { Order } from '../../../shared/domain/order.js'
import { isFinal, isUncertain, isWorking } from '../../../shared/domain/order-state.js'
import type { AuditPort } from '../audit/audit-port.js'
import type { TimerPort } from '../ports.js'
import type { DeskSession } from '../session/desk-session.js'
import type { AssistantsKilled } from './assistant-room.js'
import type { InstructionDesk } from './instruction-desk-port.js'
import type { Connections } from './policy-port.js'

/** How long the kill looks after orders until it says what is left. */
const POLL_MS = 250
const MOST_POLLS = 40
/** A cancel that was refused or lost is asked again so many times: what is still working can still fill. */
const MOST_TRIES = 3

export interface KillDeps {
  readonly desk: Pick<InstructionDesk, 'withdraw'>
  readonly connections: Pick<Connections, 'all' | 'pause'>
  readonly session: { readonly cancel: DeskSession['cancel']; readonly streams: { readonly orders: Pick<DeskSession['streams']['orders'], 'all'> } }
  /** Every client order id that an instruction led to, whatever became of it. */
  readonly placed: () => readonly ClientOrderId[]
  readonly timers: TimerPort
  readonly audit: Pick<AuditPort, 'append'>
}

/**
 * Halts assistants: pauses every connection first, so that nothing new comes; ends what is pending; cancels what they placed and looks
 * until each order is final. Needs neither arming nor active trading: cancels always pass. Nothing here waits for the audit chain.
 */
export async function killAssistants(deps: KillDeps, why: string): Promise<AssistantsKilled> {
  const { session, connections } = deps
  void deps.audit.append('halt', 'assistants', `Assistants halted: ${why}`, { why })
  const paused = Promise.all(connections.all().filter(({ state }) => state !== 'revoked').map(({ id }) => connections.pause(id, null, `Halted: ${why}`)))
  const withdrawn = deps.desk.withdraw(`assistants were halted: ${why}`)
  const tries = new Map<ClientOrderId, number>()
  const asked = new Set<ClientOrderId>()

  const open = (): readonly Order[] => {
    const ids = new Set(deps.placed())
    return session.streams.orders.all().filter((order) => ids.has(order.clientOrderId) && !isFinal(order.status))
  }
  const cancel = async (order: Order): Promise<void> => {
    const id = order.clientOrderId
    if (order.pending?.kind === 'cancel' || (tries.get(id) ?? 0) >= MOST_TRIES) return
    tries.set(id, (tries.get(id) ?? 0) + 1)
    asked.add(id)
    await session.cancel(order.accountId, id).catch(() => undefined)
  }
  const pause = (): Promise<void> => new Promise((resolve) => { deps.timers.after(POLL_MS, resolve) })

  for (let round = 0; round < MOST_POLLS; round += 1) {
    // Looked up anew each time: an order may have been on its way when the kill came.
    await Promise.all(open().filter(({ status }) => isWorking(status)).map(cancel))
    if (open().length === 0) break
    await pause()
  }
  const ended = await withdrawn
  await paused
  const left = open()
  const cancelled = session.streams.orders.all().filter((order) => asked.has(order.clientOrderId) && order.status === 'cancelled').length
  const result = { withdrawn: ended, cancelled, working: left.filter(({ status }) => isWorking(status)).length, unknown: left.filter(({ status }) => isUncertain(status)).length }
  void deps.audit.append('halt', 'assistants', `${result.working} working, ${result.unknown} unknown after the halt`, { ...result })
  return result
}
