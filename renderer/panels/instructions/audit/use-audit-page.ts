import { useCallback, useEffect, useRef, useState } from 'react'
import type { Environment } from '../../../../shared/domain/environment.js'
import type { AuditRow } from '../../../../shared/domain/instructions/audit.js'
import { useAllRows, useMainWindow } from '../../../stores/context.js'

/** The rows of the log that are loaded, newest first. */
export interface AuditPage {
  readonly rows: readonly AuditRow[]
  /** Whether older rows exist. */
  readonly more: boolean
}

export interface AuditFilter {
  /** The kind of record; null for all kinds. */
  readonly kind: string | null
  readonly text: string
}

const REFRESH_MS = 1_000

/** Returns the newest rows that match; loaded again when an instruction changes. */
export function useAuditPage(
  chain: Environment,
  { kind, text }: AuditFilter,
): { readonly page: AuditPage | null; readonly loadOlder: (before: number) => void } {
  const { instructions, invoke } = useMainWindow()
  const changes = useAllRows(instructions, REFRESH_MS)
  const [page, setPage] = useState<AuditPage | null>(null)
  const latestRequest = useRef(0)
  const load = useCallback(
    async (before: number | null) => {
      const requestNumber = (latestRequest.current += 1)
      const kinds = kind === null ? [] : [kind]
      const reply = await invoke('audit.page', { before, kinds, text, chain })
      // Ignore the reply to an earlier filter.
      if (!reply.ok || requestNumber !== latestRequest.current) return
      setPage((known) => ({
        rows: before === null ? reply.value.rows : [...(known?.rows ?? []), ...reply.value.rows],
        more: reply.value.more,
      }))
    },
    [invoke, kind, text, chain],
  )
  useEffect(() => void load(null), [load, changes])
  return { page, loadOlder: (before) => void load(before) }
}
