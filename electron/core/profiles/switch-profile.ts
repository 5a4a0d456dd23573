import type { SwitchStep } from '../../../shared/domain/app/app-state.js'
import { descriptionOf } from '../described-error.js'
import type { LogPort } from '../ports.js'
import type { TradingSession } from '../session/trading-session.js'
import { foreign, message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

/**
 * Maximum time for orders in flight to settle before the switch continues without them; they remain
 * in their journal.
 */
const SETTLE_MS = 10_000

/** Receives the steps of a switch with their results. */
export interface SwitchStepListener {
  (step: SwitchStep, state: 'running' | 'done' | 'failed', detail: Message | null): void
}

export interface SwitchDeps {
  /** The session that ends; null when there is none. */
  readonly session: TradingSession | null
  /** Withdraws pending instructions and returns their number. */
  readonly withdraw: () => Promise<number>
  /** Disposes the old session and everything that belongs to its profile. */
  readonly close: () => Promise<void>
  /**
   * Moves the data of the old session away, for a reset; called only after everything that has it
   * open is disposed. Throws a `DescribedError` when it cannot.
   */
  readonly setAside?: () => Promise<Message | null>
  /** Builds the new session and begins its sign-in. Throws a `DescribedError` when it cannot. */
  readonly open: () => Promise<void>
  readonly onStep: SwitchStepListener
  readonly log: LogPort
}

const MAX_DETAIL_CHARS = 200

/** Describes why a step failed, also when nobody described it. */
export const failureDetail = (error: unknown): Message =>
  descriptionOf(
    error,
    error instanceof Error
      ? foreign(error.message.slice(0, MAX_DETAIL_CHARS))
      : message('profiles.unknownFailure'),
  )

/**
 * Switches from one profile to another: halt, withdraw, close streams, settle or mark unknown,
 * dispose, build. A failed step is reported and the following ones still run, so that nothing of
 * the old session survives. Resolves true when the new session is open.
 */
export async function switchProfile({
  session,
  withdraw,
  close,
  setAside,
  open,
  onStep,
  log,
}: SwitchDeps): Promise<boolean> {
  const step = async (
    name: SwitchStep,
    work: () => Promise<Message | null> | Message | null,
  ): Promise<boolean> => {
    onStep(name, 'running', null)
    try {
      onStep(name, 'done', await work())
      return true
    } catch (error) {
      const detail = failureDetail(error)
      log.event('error', 'switch.step-failed', { what: name, error: inEnglish(detail) })
      onStep(name, 'failed', detail)
      return false
    }
  }
  await step('halt', () => {
    session?.trading.suspend()
    return null
  })
  await step('withdraw', async () => {
    const count = await withdraw()
    return count === 0 ? null : message('profiles.withdrawn', { count })
  })
  await step('streams', () => {
    session?.connection.closeStreams()
    return null
  })
  await step('orders', async () => {
    const left = session === null ? 0 : await session.orders.settle(SETTLE_MS)
    return left === 0 ? null : message('profiles.unsettled', { count: left })
  })
  const isClosed = await step('dispose', async () => {
    await close()
    return null
  })
  // While something may still write to the data, moving it would split it in two.
  if (setAside !== undefined && isClosed) await step('set-aside', setAside)
  return step('build', async () => {
    await open()
    return null
  })
}
