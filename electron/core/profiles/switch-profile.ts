import type { SwitchStep } from '../../../shared/domain/app/app-state.js'
import type { LogPort } from '../ports.js'
import type { TradingSession } from '../session/trading-session.js'

/**
 * Maximum time for orders in flight to settle before the switch continues without them; they remain
 * in their journal.
 */
const SETTLE_MS = 10_000

/** Receives the steps of a switch with their results. */
export interface SwitchStepListener {
  (step: SwitchStep, state: 'running' | 'done' | 'failed', detail: string | null): void
}

export interface SwitchDeps {
  /** The session that ends; null when there is none. */
  readonly session: TradingSession | null
  /** Withdraws pending instructions and returns their number. */
  readonly withdraw: () => Promise<number>
  /** Disposes the old session and everything that belongs to its profile. */
  readonly close: () => Promise<void>
  /**
   * Builds the new session and begins its sign-in. Throws an error with a readable message when it
   * cannot.
   */
  readonly open: () => Promise<void>
  readonly onStep: SwitchStepListener
  readonly log: LogPort
}

const counted = (count: number, singular: string, plural: string): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? singular : plural}`

/**
 * Switches from one profile to another: halt, withdraw, close streams, settle or mark unknown,
 * dispose, build. A failed step is reported and the following ones still run, so that nothing of
 * the old session survives. Resolves true when the new session is open.
 */
export async function switchProfile({
  session,
  withdraw,
  close,
  open,
  onStep,
  log,
}: SwitchDeps): Promise<boolean> {
  const step = async (
    name: SwitchStep,
    work: () => Promise<string | null> | string | null,
  ): Promise<boolean> => {
    onStep(name, 'running', null)
    try {
      onStep(name, 'done', await work())
      return true
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'It failed for an unknown reason.'
      log.event('error', 'switch.step-failed', { what: name, error: detail })
      onStep(name, 'failed', detail.slice(0, 200))
      return false
    }
  }
  await step('halt', () => {
    session?.suspend()
    return null
  })
  await step('withdraw', async () =>
    counted(await withdraw(), 'instruction was withdrawn', 'instructions were withdrawn'),
  )
  await step('streams', () => {
    session?.closeStreams()
    return null
  })
  await step('orders', async () => {
    const left = session === null ? 0 : await session.settle(SETTLE_MS)
    return counted(
      left,
      'order has no known outcome yet; it is looked up when this profile opens again',
      'orders have no known outcome yet; they are looked up when this profile opens again',
    )
  })
  await step('dispose', async () => {
    await close()
    return null
  })
  return step('build', async () => {
    await open()
    return null
  })
}
