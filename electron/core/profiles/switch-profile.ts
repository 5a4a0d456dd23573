import type { SwitchStep } from '../../../shared/ipc/profiles.js'
import type { LogPort } from '../ports.js'
import type { TradingSession } from '../session/trading-session.js'

/**
 * How long orders on their way may take to settle before the switch goes on without them; they are
 * in their journal.
 */
const SETTLE_MS = 10_000

/** The steps of one switch, each with what it found. */
export interface SwitchStepListener {
  (step: SwitchStep, state: 'running' | 'done' | 'failed', detail: string | null): void
}

export interface SwitchDeps {
  /** The session that ends; null when there is none. */
  readonly session: TradingSession | null
  /** Withdraws instructions that wait for a decision; answers how many there were. */
  readonly withdraw: () => Promise<number>
  /** Disposes the old session's whole graph and whatever belongs to its profile. */
  readonly close: () => Promise<void>
  /**
   * Builds the new session's graph and begins its sign-in. Throws with a sentence when it cannot.
   */
  readonly open: () => Promise<void>
  readonly onStep: SwitchStepListener
  readonly log: LogPort
}

const counted = (count: number, singular: string, plural: string): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? singular : plural}`

/**
 * The one way from one profile to another (architecture section 2): halt, withdraw, close streams,
 * settle or mark unknown,
 * dispose, build. A step that fails is told and the ones after it still run: nothing of the old
 * session may live on because
 * its end did not go smoothly. Answers whether the new session stands.
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
