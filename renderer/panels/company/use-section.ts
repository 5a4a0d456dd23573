import { useCallback, useEffect, useRef } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import { ok } from '../../../shared/domain/result.js'
import type {
  CompanyReads,
  CompanySectionName,
  ReportPeriod,
} from '../../../shared/domain/reference/fundamentals.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { Invoke } from '../../bridge/client.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { useRead, type ReadState } from '../../ui/reading/use-read.js'

/** Reads again when the person has changed the practice exchange, and on a new exchange day. */
function useReloadOnChange(reload: () => void): void {
  const { facts, session, now } = useMainWindow()
  const revision = useSlice(facts, (state) => state.revision)
  const day = useSlice(
    session,
    ({ value }) => exchangeClock(epochMs(now() + (value?.exchangeOffsetMs ?? 0))).day,
  )
  const read = useRef(`${revision} ${day}`)
  useEffect(() => {
    const current = `${revision} ${day}`
    if (read.current !== current) reload()
    read.current = current
  }, [revision, day, reload])
}

/** Reads one section about a symbol; null where the broker has nothing about it. */
export function useSection<K extends CompanySectionName>(
  symbol: Symbol,
  section: K,
  reports: ReportPeriod = 'annual',
): ReadState<CompanyReads[K] | null> {
  const readSection = useCallback(
    async (invoke: Invoke) => {
      const reply = await invoke('company.read', { symbol, section, reports })
      // The answer is about the section that was asked for.
      return reply.ok ? ok(reply.value.value as CompanyReads[K] | null) : reply
    },
    [symbol, section, reports],
  )
  const state = useRead(`${symbol} ${section} ${reports}`, readSection)
  useReloadOnChange(state.reload)
  return state
}
