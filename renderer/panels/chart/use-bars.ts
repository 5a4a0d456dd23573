import { useCallback, useEffect, useRef, useState } from 'react'
import { TIMESPAN_SECONDS, type Timespan } from '../../../shared/domain/market/bar.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import { bodyOf } from '../../bridge/stream.js'
import {
  NO_BARS,
  barCount,
  fromPage,
  withLive,
  withNewest,
  withOlder,
  type BarModel,
} from '../../chart/bar-model.js'
import { wantsOlder } from '../../chart/bar-window.js'
import { REDRAW_INTERVAL_MS } from '../../chart/redraw-gate.js'
import { useMainWindow } from '../../stores/context.js'

export type BarsPhase = 'loading' | 'ready' | 'failed'

export interface BarsState {
  /** Identifies the content of the model; changes with symbol and timespan. */
  readonly key: string
  readonly model: BarModel
  readonly phase: BarsPhase
  readonly error: AppError | null
  readonly older: 'idle' | 'loading' | 'failed'
  readonly stale: boolean
}

export interface Bars extends BarsState {
  /** Called when the view has moved; loads older bars when it nears the oldest. */
  onView(firstVisible: number): void
  retry(): void
}

const FIRST_PAGE = 600
const OLDER_PAGE = 1_000
/** The number of bars loaded again to settle the one that has just closed. */
const SETTLE_PAGE = 3
const GAP_PAGE = 300
/** The broker lists a closed bar a moment after its end. */
const SETTLE_DELAY_MS = 2_000
/** Delay between attempts while the broker cannot be reached. */
const RETRY_MS = 5_000

/**
 * Loads the bars of one symbol and timespan: the newest page, the running bar from the stream,
 * older pages on demand.
 */
export function useBars(symbol: Symbol, timespan: Timespan): Bars {
  const { invoke, openStream } = useMainWindow()
  const key = `${symbol}/${timespan}`
  const [state, setState] = useState<BarsState>(() => empty(key))
  const [round, setRound] = useState(0)
  const latest = useRef(state)
  const older = useRef<{ key: string; busy: boolean; failed: boolean }>({
    key,
    busy: false,
    failed: false,
  })

  const change = useCallback((next: (state: BarsState) => BarsState): void => {
    latest.current = next(latest.current)
    setState(latest.current)
  }, [])
  /** The running bar changes with each tick; legend and chart update ten times a second. */
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const changeSoon = useCallback((next: (state: BarsState) => BarsState): void => {
    latest.current = next(latest.current)
    timer.current ??= setTimeout(() => {
      timer.current = null
      setState(latest.current)
    }, REDRAW_INTERVAL_MS)
  }, [])
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )

  useEffect(() => {
    let current = true
    let settle: ReturnType<typeof setTimeout> | null = null
    let retryTimer: ReturnType<typeof setTimeout> | null = null
    let settleCount = SETTLE_PAGE
    const spanSeconds = TIMESPAN_SECONDS[timespan]
    older.current = { key, busy: false, failed: false }
    change((before) =>
      before.key === key
        ? { ...before, phase: barCount(before.model) > 0 ? 'ready' : 'loading', error: null }
        : empty(key),
    )

    const readNewest = (count: number): void => {
      void invoke('market.bars', { symbol, timespan, before: null, count }).then((reply) => {
        if (!current) return
        if (!reply.ok) {
          // Keep showing the loaded bars instead of an error; the stream reports when it is live
          // again.
          change((before) =>
            before.phase === 'ready' ? before : { ...before, phase: 'failed', error: reply.error },
          )
          retryTimer = setTimeout(() => readNewest(count), RETRY_MS)
          return
        }
        const { bars, more } = reply.value
        change((before) => ({
          ...before,
          phase: 'ready',
          error: null,
          model:
            before.model.history.length === 0
              ? withNewest(
                  fromPage(bars, more),
                  before.model.live === null ? [] : [before.model.live],
                )
              : withNewest(before.model, bars),
        }))
      })
    }
    const readSoon = (count: number): void => {
      settleCount = Math.max(settleCount, count)
      settle ??= setTimeout(() => {
        settle = null
        readNewest(settleCount)
        settleCount = SETTLE_PAGE
      }, SETTLE_DELAY_MS)
    }

    readNewest(FIRST_PAGE)
    const close = openStream([{ kind: 'bar', symbol, timespan }], (frame, topic) => {
      if (topic.kind !== 'bar' || frame.kind === 'heartbeat') return
      if (frame.kind === 'gap') return change((before) => ({ ...before, stale: true }))
      const bar = bodyOf(frame, topic)
      const missed = latest.current.stale
      if (missed) readSoon(GAP_PAGE)
      if (bar === null) {
        return change((before) => (before.stale ? { ...before, stale: false } : before))
      }
      const next = withLive(
        latest.current.model,
        bar,
        spanSeconds === null ? null : spanSeconds * 1_000,
      )
      if (next.change === 'behind') readSoon(GAP_PAGE)
      if (next.change === 'rolled' && (spanSeconds === null || spanSeconds >= 60)) {
        readSoon(SETTLE_PAGE)
      }
      if (next.change !== 'same' || missed) {
        changeSoon((before) => ({ ...before, model: next.model, stale: false }))
      }
    })
    return () => {
      current = false
      close()
      if (settle !== null) clearTimeout(settle)
      if (retryTimer !== null) clearTimeout(retryTimer)
    }
  }, [invoke, openStream, symbol, timespan, key, round, change, changeSoon])

  const loadOlder = useCallback((): void => {
    const pageRequest = older.current
    const first = latest.current.model.history[0] ?? latest.current.model.live
    if (
      pageRequest.busy ||
      pageRequest.failed ||
      first === null ||
      latest.current.phase !== 'ready' ||
      latest.current.key !== pageRequest.key
    ) {
      return
    }
    pageRequest.busy = true
    change((before) => ({ ...before, older: 'loading' }))
    void invoke('market.bars', { symbol, timespan, before: first.time, count: OLDER_PAGE }).then(
      (reply) => {
        pageRequest.busy = false
        if (older.current !== pageRequest) return
        // Pause after a failed page; otherwise it would be requested on every mouse move.
        pageRequest.failed = !reply.ok
        change((before) =>
          reply.ok
            ? {
                ...before,
                older: 'idle',
                model: withOlder(before.model, reply.value.bars, reply.value.more),
              }
            : { ...before, older: 'failed' },
        )
      },
    )
  }, [invoke, symbol, timespan, change])

  const onView = useCallback(
    (firstVisible: number) => {
      if (wantsOlder(firstVisible, latest.current.model.more)) loadOlder()
    },
    [loadOlder],
  )
  const retry = useCallback(() => {
    if (older.current.failed) {
      older.current.failed = false
      loadOlder()
    } else setRound((value) => value + 1)
  }, [loadOlder])
  // Until the effect has run for a new symbol, do not show the old symbol's bars under the new
  // name.
  return { ...(state.key === key ? state : empty(key)), onView, retry }
}

const empty = (key: string): BarsState => ({
  key,
  model: NO_BARS,
  phase: 'loading',
  error: null,
  older: 'idle',
  stale: false,
})
