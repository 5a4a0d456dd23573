import { useCallback } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import { ok } from '../../../shared/domain/result.js'
import type {
  CompanyReads,
  CompanySectionName,
  ReportPeriod,
} from '../../../shared/domain/reference/fundamentals.js'
import type { Invoke } from '../../bridge/client.js'
import { useRead, type ReadState } from '../../ui/reading/use-read.js'

/** Reads one section about a symbol; null where the broker has nothing about it. */
export function useSection<K extends CompanySectionName>(
  symbol: Symbol,
  section: K,
  reports: ReportPeriod = 'annual',
): ReadState<CompanyReads[K] | null> {
  const read = useCallback(
    async (invoke: Invoke) => {
      const reply = await invoke('company.read', { symbol, section, reports })
      // The answer is about the section that was asked for.
      return reply.ok ? ok(reply.value.value as CompanyReads[K] | null) : reply
    },
    [symbol, section, reports],
  )
  return useRead(`${symbol} ${section} ${reports}`, read)
}
